# The joint fit of measured phones, written a second time: python joint_drain.py MOBILITYNET ios|android
# With numpy 2 and scipy 1.17. `fit power --joint` agrees with it to within 3 % (JointMeasuredTests).
import collections, csv, glob, sys
import numpy as np
R = sys.argv[1].rstrip('/') + '/'
def load(os_):
    out=[]
    legs=[l for l in csv.DictReader(open(R+'travel/legs.csv'))]
    for d in ('stationary','travel'):
        bat=collections.defaultdict(list)
        for r in csv.DictReader(open(R+d+'/battery.csv')): bat[(r['timeline'],r['phone'])].append((float(r['unix_s']),float(r['level_percent'])))
        for r in csv.DictReader(open(R+d+'/runs.csv')):
            if r['os']!=os_: continue
            s,e=float(r['start']),float(r['end'])
            rd=[]
            for t,v in sorted(x for x in bat[(r['timeline'],r['phone'])] if s-1<=x[0]<=e+1):
                if len(rd)>1 and t-rd[-1][0]<60: rd.pop()
                rd.append((t,v))
            rd=[(max(0,(t-s)/3600),v) for t,v in rd if v>=5]
            f=[p for p in glob.glob(f"{R}{d}/fixes/{r['timeline']}.{r['phone']}.*.csv") if abs(int(p.split('.')[-2])-s)<3]
            fx=None
            if f:
                fx=np.array([(float(x['unix_s'])-s)/3600 for x in csv.DictReader(open(f[0]))]); fx=np.sort(fx[(fx>=0)&(fx<=(e-s)/3600)])
            L=[]
            for l in legs:
                if d=='travel' and l['timeline']==r['timeline'] and s-600<=float(l['start'])<=e:
                    a,b=max(0,(float(l['start'])-s)/3600),min((e-s)/3600,(float(l['end'])-s)/3600)
                    if L and a-L[-1][1]<0.02: L[-1][1]=b
                    else: L.append([a,b])
            out.append(dict(name=r['run'],tl=r['timeline'],phone=r['phone'],cfg=r['config'],start=s,dur=(e-s)/3600,rd=rd,fx=fx,legs=L,d=d))
    # occasions: runs of timeline started within an hour
    out.sort(key=lambda r:r['start']); o=-1; last=-1e9
    for r in out:
        if r['start']-last>3600: o+=1; last=r['start']
        r['occ']=o
    return out
def overlap(spans,t): # hours of spans before t
    return sum(max(0,min(b,t)-a) for a,b in spans if t>a)
def segs(r,gap=300/3600.):
    fx=r['fx']
    if fx is not None:
        S=[]
        for t in fx:
            if S and t-S[-1][1]<gap: S[-1][1]=t; S[-1][2]+=1
            else: S.append([t,t,1])
        return [(a,b) for a,b,n in S if n>3]
    return None
from scipy.stats import norm
from scipy.special import log_ndtr
from scipy.optimize import minimize
# latents: name, prior mean, prior sd ; terms: exposure(run,t)[h] * exp(sum c*latent)   mW*h
# Of an other use that varies by run: hardly at all.
RO = .02
# Timelines on which phones were used for other things too, as the built-in mapping says.
USED = {'unimodal_trip_car_bike_mtv_la'}
class Model: pass
def duty(r,lag=0.08,tail=0.02):
    s=segs(r)
    if s is None: return [(min(a+lag,b),b+tail) for a,b in r['legs']]
    return s
def iphone():
    M=Model(); M.os='ios'; M.pct=58.7*100/100.; runs=load('ios')
    lat={'base.drain':(12,.5),'processor.suspended':(12,.42),'wifi.power_save':(10,.4),'cellular.idle':(10,.4),'travel':(13,.35),
      'session':(100,.6),'tracking':(130,.5),'ratio':(1,.2),'weak':(1,.05),'away':(.88,.1),'idle':(1,.5),'duty_home':(.65,.25),'delivery':(27,.4),'bluetooth':(2,.45),'hundred':(50,.5)}
    M.terms=[('base.drain','idle'),('processor.suspended','idle'),('wifi.power_save','idle'),('cellular.idle','idle'),('travel',),('session',),
      ('tracking','ratio','duty_home'),('tracking','weak','away'),('tracking',),('delivery',),('hundred',),('bluetooth','idle')]
    for r in runs:
        c=r['cfg']; tr=overlap; full=[(0,99)]; L=r['legs']
        on=[];mode=None
        if r['d']=='stationary':
            on=full; mode='100' if c.startswith('100m') else 'home'
        elif c=='ACCURACY_CONTROL': on=full; mode='best'
        elif c=='POWER_CONTROL': mode='off'
        else: on=duty(r,.067,.025); mode='best' if c[0]=='H' else '100'
        def inter(A,B): return [(max(a,c),min(b,d)) for a,b in A for c,d in B if min(b,d)>max(a,c)]
        rows=[]
        fxrate=None
        for t,v in r['rd']:
            trav=overlap(L,t); o=overlap(on,t); ot=overlap(inter(on,L),t)
            x=[t,t,t,t,trav,o if mode!='off' else 0, o if mode=='home' else 0,(o-ot) if mode=='best' else 0, ot if mode=='best' else 0,0,0,t]
            if mode=='best':
                if r['fx'] is not None: n=np.searchsorted(r['fx'],t)
                else: n=(ot*.77 if 'HF' in c or c=='ACCURACY_CONTROL' else ot*.15)*3600+(o-ot)*.17*3600
                x[9]=n/3600.
            if mode=='100': x[10]=ot
            rows.append(x)
        r['X']=np.array(rows,float)
    M.runs=runs; M.lat=lat; M.plateau=(4.3,1.0); return M
def nexus():
    M=Model(); M.os='android'; M.pct=103.7; runs=load('android')
    lat={'base.drain':(25,.46),'processor.suspended':(22.8,.2),'wifi.power_save':(38,.2),'cellular.idle':(19,.21),'travel':(25,.35),
      'session':(100,.7),'tracking':(200,.5),'ratio':(1,.2),'weak':(1,.05),'away':(.88,.1),'idle':(1,.01),'dozeshare':(.1,.7),'store':(.28*1604,.3),'trip':(.88*1604,.25),'f30':(.34,.3),'low':(.03,.7),'awake':(30,1.),'bluetooth':(1.1,.2)}
    M.terms=[('base.drain',),('processor.suspended',),('wifi.power_save',),('cellular.idle',),('travel',),('session',),
      ('tracking','ratio'),('tracking','weak','away'),('tracking',),('store',),('trip',),('session','f30'),('tracking','f30'),('session','dozeshare'),('tracking','dozeshare'),('awake',),('bluetooth','idle')]
    def inter(A,B): return [(max(a,c),min(b,d)) for a,b in A for c,d in B if min(b,d)>max(a,c)]
    for r in runs:
        c=r['cfg']; L=r['legs']
        # awake: moving, and the hour after; not dozing
        if r['d']=='stationary': awake=[(0,1.05),(1.95,2.05),(3.9,4.05),(7.95,8.15)]
        else:
            awake=[];
            for a,b in ([[0,0]]+L):
                awake.append((a,b+1.05))
            m=[]
            for a,b in sorted(awake):
                if m and a<=m[-1][1]: m[-1][1]=max(b,m[-1][1])
                else: m.append([a,b])
            awake=[tuple(z) for z in m]
        mode='off';on=[]; code=0
        if r['d']=='stationary':
            on=[(0,99)]
            mode='best1' if c.startswith('best') and 'high_freq' in c else ('best30' if c.startswith('best') else 'off')
        elif c=='ACCURACY_CONTROL': mode='best1'; on=[(0,99)]; code=.28
        elif c=='POWER_CONTROL': pass
        elif c in('HAHFDC','MAHFDC'): mode='best1'; on=duty(r,.056,.27 if c[0]=='M' else .1); code=.88
        elif c=='HAMFDC': mode='best30'; on=duty(r,.056,.1); code=.3
        elif c=='MAMFDC': mode='off'
        rows=[]
        aw=inter(on,awake)
        for t,v in r['rd']:
            trav=overlap(L,t); o=overlap(aw,t); ot=overlap(inter(aw,L),t); doz=overlap(on,t)-o
            home=r['d']=='stationary'
            b1=mode=='best1'; b30=mode=='best30'
            x=[t,t,t,t,trav,o if b1 else 0,o if b1 and home else 0,(o-ot) if b1 and not home else 0, ot if b1 and not home else 0,0,0,o if b30 else 0,o if b30 else 0,doz if b1 else 0,doz if b1 else 0, 0,t]
            if code:
                if r['fx'] is not None: n=np.searchsorted(r['fx'],t)
                else:
                    moving,still={'ACCURACY_CONTROL':(.89,.41),'HAHFDC':(.95,.72),'MAHFDC':(.91,.22),'HAMFDC':(.045,.045)}[c]
                    n=3600*(ot*moving+(o-ot)*still)
                x[10 if code==.88 else 9]=n/3600.*(1.07 if code==.3 else 1)
            # awake extra: first hour of rest
            x[15]=max(0,min(t,1.05)) if home else 0
            rows.append(x)
        r['X']=np.array(rows,float)
    M.runs=runs; M.lat=lat; M.plateau=(0,1.0); return M

def build(M,robust=False,other=True,tls=None,otherprior=(10,2.0)):
    """latent vector layout"""
    if tls: M.runs=[r for r in M.runs if r['tl'][:4] in tls or r['tl'] in tls]
    runs=M.runs; names=list(M.lat)
    mu=[np.log(M.lat[n][0]) for n in names]; sd=[M.lat[n][1] for n in names]
    oth=sorted({(r['tl'],r['phone']) for r in runs if r['tl'] in USED})
    for o in oth: names.append('other:%s:%s'%(o[0][:8],o[1])); mu.append(np.log(otherprior[0])); sd.append(otherprior[1])
    names.append('plateau'); mu.append(M.plateau[0]); sd.append(M.plateau[1])
    nf=len(names)
    ph=sorted({r['phone'] for r in runs}); oc=sorted({r['occ'] for r in runs})
    M.ip=nf; M.io=nf+len(ph); M.ir=M.io+len(oc); M.n=M.ir+3*len(runs); M.names=names; M.nf=nf
    M.mu=np.array(mu+[0]*(M.n-nf)); M.sd0=np.array(sd+[1]*(M.n-nf)); M.ph=ph; M.oc=oc
    A=np.zeros((len(M.terms),nf))
    for k,t in enumerate(M.terms):
        for n in t: A[k,names.index(n)]=1
    M.A=A
    # rows
    I=[];X=[];T=[];Y=[];O=[];P=[];C=[];F=[];TR=[];U=[]
    for i,r in enumerate(runs):
        first=r['rd'][0][1]
        for j,(t,v) in enumerate(r['rd']):
            if j==0: continue
            I.append(i);X.append(r['X'][j]);T.append(t);Y.append(100-v);U.append(r['tl'] in USED);O.append(names.index('other:%s:%s'%(r['tl'][:8],r['phone'])) if U[-1] else 0);P.append(M.ip+ph.index(r['phone']));C.append(M.io+oc.index(r['occ']));F.append(first);TR.append(r['d']=='travel')
    M.I=np.array(I);M.X=np.array(X)/M.pct;M.T=np.array(T)/M.pct;M.Y=np.array(Y);M.O=np.array(O);M.P=np.array(P);M.C=np.array(C);M.F=np.array(F);M.TR=np.array(TR);M.U=np.array(U,float)
    M.full=M.F>=100; M.ipl=names.index('plateau')
    return M
def mean(M,x,h,jac=True):
    n=len(M.I)
    E=np.exp(M.A@x[:M.nf])
    base=M.X@E
    iu=M.ir+3*M.I; iz=iu+1; iv=iu+2
    f=np.exp(x[M.P]+x[M.C]+x[iu])
    oth=M.U*M.T*np.exp(x[M.O]+x[iv])
    off=np.where(M.full, x[M.ipl]+x[iz], -(100-M.F)+x[iz])
    y=base*f+oth-off
    if not jac: return y
    J=np.zeros((n,M.n))
    J[:,:M.nf]=((M.X*E)@M.A)*f[:,None]
    q=np.arange(n)
    J[q,M.O]+=oth; J[q,iv]+=oth
    J[q,M.P]+=base*f; J[q,M.C]+=base*f; J[q,iu]+=base*f
    J[q,iz]-=1; J[q,M.ipl]-=M.full
    return y,J
def prior_sd(M,h):
    sp,so,sr,sz=np.exp(h[:4]); s=M.sd0.copy()
    s[M.ip:M.io]=sp; s[M.io:M.ir]=so; s[M.ir::3]=np.sqrt(sr**2+(M.S*np.exp(h[6]))**2+((1-M.S)*np.exp(h[7]))**2); s[M.ir+2::3]=RO; s[M.ir+1::3]=np.where([r['rd'][0][1]>=100 for r in M.runs],sz,min(.4,sz) if M.os=='ios' else sz)
    return s
def ll(M,y,h):
    s=np.where(M.TR,np.exp(h[5]),np.exp(h[4]))
    up=(M.Y+.5-y)/s; lo=np.where(M.Y<=0,-np.inf,(M.Y-.5-y)/s)
    # log(Phi(up)-Phi(lo)) stable
    a=np.where(up+lo>0,-lo,up); b=np.where(up+lo>0,-up,lo)
    la=log_ndtr(a); lb=np.where(np.isneginf(b),-np.inf,log_ndtr(b)); 
    l=la+np.log1p(-np.exp(np.minimum(lb-la,-1e-12)))
    pu=np.exp(norm.logpdf(up)-l); pl=np.where(np.isneginf(lo),0,np.exp(norm.logpdf(np.where(np.isneginf(lo),0,lo))-l))
    g=-(pu-pl)/s   # dl/dy
    lo_=np.where(np.isneginf(lo),0,lo)
    H=(up*pu-lo_*pl)/s**2+g**2   # -d2l/dy2
    return l,g,np.maximum(H,1e-9)
def inner(M,h,x=None,iters=60):
    s=prior_sd(M,h); W=1/s**2
    if x is None: x=M.mu.copy()
    def obj(x):
        y=mean(M,x,h,False); l,_,_=ll(M,y,h); return -l.sum()+.5*(W*(x-M.mu)**2).sum()
    f=obj(x); lam=1e-3
    for it in range(iters):
        y,J=mean(M,x,h); l,g,H=ll(M,y,h)
        G=-(J.T@g)+W*(x-M.mu); K=(J.T*H)@J; K[np.diag_indices(M.n)]+=W
        while True:
            Kl=K.copy(); Kl[np.diag_indices(M.n)]*=1+lam
            d=np.linalg.solve(Kl,-G); d=np.clip(d,-1.5,1.5); fn=obj(x+d)
            if fn<=f+1e-9: break
            lam=max(lam*5,1e-4)
            if lam>1e8: break
        x=x+d; dec=f-fn; f=fn; lam=lam/5
        if dec<1e-6: break
    y,J=mean(M,x,h); l,g,H=ll(M,y,h); K=(J.T*H)@J; K[np.diag_indices(M.n)]+=W
    ld=np.linalg.slogdet(K)[1]
    lap=f-np.log(W).sum()*.5+.5*ld
    return x,K,lap
HP=dict(ios=(np.log([.12,.05,.12,1.7,.35,.35]),np.array([.6,.8,.5,.5,.4,.4])))
def fit(M,h0=None,verbose=True):
    hm,hs=np.log([.1,.05,.12,1.5 if M.os=='ios' else .6,.3,.4,.3,.1]),np.array([.7,.9,.6,.6,.5,.5,1.,1.])
    # Location's part of each run, and the rest, at a first maximum: vary from run to run besides.
    M.S=0.; x,_,_=inner(M,hm); E=np.exp(M.A@x[:M.nf])
    rest=np.array([t[0] in ('base.drain','processor.suspended','wifi.power_save','cellular.idle','bluetooth','travel') for t in M.terms])
    ends=np.array([r['X'][-1] for r in M.runs]); M.S=ends@(E*rest)/(ends@E)
    st={'x':x}
    def o(h):
        x,K,v=inner(M,h,st['x']); st['x']=x
        return v+.5*(((h-hm)/hs)**2).sum()
    r=minimize(o,hm if h0 is None else h0,method='L-BFGS-B',options=dict(maxiter=30,eps=1e-3,ftol=1e-6))
    h=r.x; x,K,v=inner(M,h,st['x']); V=np.linalg.inv(K)
    return h,x,V,v
def report(M,h,x,V):
    print('sd phone occ run plateau read_rest read_travel rest location',np.round(np.exp(h),3))
    for i,n in enumerate(M.names):
        s=np.sqrt(V[i,i]); 
        if n=='plateau': print('%-34s %.2f ± %.2f'%(n,x[i],s))
        else: print('%-34s %7.2f (%.2f to %.2f)'%(n,np.exp(x[i]),np.exp(x[i]-1.645*s),np.exp(x[i]+1.645*s)))
    print('phones',dict(zip(M.ph,np.round(x[M.ip:M.io],3))))

def kind(osn): return iphone() if osn == 'ios' else nexus()

if __name__ == '__main__':
    osn = sys.argv[2]
    M = build(kind(osn))
    h, x, V, v = fit(M)
    report(M, h, x, V)
