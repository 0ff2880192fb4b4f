// The parts of the GNU Scientific Library that Estimation uses. Swift 6 does not import C globals that are not
// constant, nor macros with arguments; each has a small function here.
#ifndef GEOJOULE_CGSL_SHIM_H
#define GEOJOULE_CGSL_SHIM_H

#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf_bessel.h>
#include <gsl/gsl_sf_erf.h>
#include <gsl/gsl_sf_gamma.h>
#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_statistics_double.h>
#include <gsl/gsl_vector.h>
#include <gsl/gsl_version.h>

static inline const gsl_rng_type *cgsl_rng_mt19937(void) { return gsl_rng_mt19937; }

static inline const gsl_qrng_type *cgsl_qrng_sobol(void) { return gsl_qrng_sobol; }
static inline const gsl_qrng_type *cgsl_qrng_halton(void) { return gsl_qrng_halton; }
static inline const gsl_qrng_type *cgsl_qrng_reversehalton(void) { return gsl_qrng_reversehalton; }
/// The largest number of dimensions a quasi-random sequence is defined for: gsl_qrng_sobol gives zeros above it.
static inline unsigned int cgsl_qrng_max_dimension(const gsl_qrng_type *type) { return type->max_dimension; }

static inline const gsl_multimin_fminimizer_type *cgsl_minimizer_nmsimplex2(void) {
  return gsl_multimin_fminimizer_nmsimplex2;
}
static inline const gsl_multimin_fdfminimizer_type *cgsl_minimizer_bfgs2(void) {
  return gsl_multimin_fdfminimizer_vector_bfgs2;
}

static inline const gsl_multifit_robust_type *cgsl_robust_huber(void) { return gsl_multifit_robust_huber; }
static inline const gsl_multifit_robust_type *cgsl_robust_cauchy(void) { return gsl_multifit_robust_cauchy; }
static inline const gsl_multifit_robust_type *cgsl_robust_bisquare(void) { return gsl_multifit_robust_bisquare; }


#endif
