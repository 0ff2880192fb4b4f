public import ArgumentParser
public import DeviceModel

extension PhoneSystem: ExpressibleByArgument {}
