/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Declarations shared by the planner's files, plan*.c; no other file includes it.  Everything is in
   plain doubles and only guides.  The notation is that of proofs/math/LEMMAS.md, section
   "Inversion". */
#ifndef DPC_ACCOUNT_PLAN_PARTS_H
#define DPC_ACCOUNT_PLAN_PARTS_H

#include "method/mechanism.h"

#define LOG_SQRT_2PI 0.91893853320467274

/* ---- the loss: plan_loss.c ---- */

/* A group of equal steps; s is sigma, or epsilon.  edge > 0: the law beyond far is counted
   apart. */
typedef struct {
    bool remove;
    dpc_step_kind kind;
    double q, s, T;
    double far, edge;
} part;

typedef struct {
    bool remove;
    size_t n;
    part *part;
} problem;

static inline bool is_sampled(const part *g)
{
    return g->kind == DPC_STEP_SUBSAMPLED;
}

static inline double exponent(const part *p, double tilt)
{
    return p->remove ? 1 + tilt : -tilt;
}

typedef struct {
    double K, mean, var; /* log M; mean and variance of the tilted loss */
} cumulants;

problem dpc_plan_problem(const dpc_mechanism *m);
/* Whether doubles can guide: no number is so large or small that its square overflows. */
bool dpc_plan_in_reach(const problem *p, double eps);
/* log Q(x) */
double dpc_plan_log_tail(double x);
/* The logarithm of the weight of the part that is not counted apart. */
double dpc_plan_log_near_at(const part *p, double y);
double dpc_plan_log_w(const part *p, double y);
/* v/w: the share of the loss that varies with y */
double dpc_plan_share(const part *p, double y);
/* log of phi w^lambda up to a constant */
double dpc_plan_log_integrand(const part *p, double lambda, double y);
/* The stationary point of the integrand nearest to 0 (far: farthest from 0). */
double dpc_plan_peak(const part *p, double lambda, bool far);
/* The cumulants of one step. */
cumulants dpc_plan_cumulants_of(const part *p, double t);
/* The cumulants of all steps. */
cumulants dpc_plan_cumulants(const problem *p, double tilt);
/* The tilt whose saddle is at eps. */
double dpc_plan_saddle(const problem *p, double eps);
double dpc_plan_log_delta(double tilt, double eps, cumulants k);
/* The logarithm of the method's upper bound of 1 - D, by the affinities of the steps. */
double dpc_plan_log_near(const problem *p, double eps);

/* ---- error bounds: plan_error.c ---- */

/* The grid points for the bounds of a group of subsampled Gaussians, with the logarithms of phi and
   w, and rho. */
typedef struct {
    size_t n;
    double from, step;
    double *phi, *w, *rho, *near, *beyond;
    double *spare; /* for a sum over the cells */
} cells;

/* Uniform pieces under the tilted loss density of a group, relative to M. */
typedef struct {
    size_t n;
    double *mass, *width;
} stairs_guess;

/* A cut between core and hits; soft = 0: none.  hit and core: the logarithms of 1 - chi and chi
   at the points of cells. */
typedef struct {
    double at, soft, tilt;
    double *hit, *core;
} knife;

void dpc_plan_cells_clear(cells *c);
bool dpc_plan_cells_init(cells *c, const part *p, double lo, double hi, double step);
void dpc_plan_knife_set(knife *k, const cells *c, double at, double soft);
/* log of the method's bound of the integral over a line at a distance from the real axis: for
   frequencies up to R (sign 1), or from R on (sign -1); k not NULL: of the hits only. */
double dpc_plan_log_line(const part *p, const cells *c, double lambda, double distance, double R,
                         int sign, const knife *k);
/* log of an upper bound of the core's contribution alone, by its tilt v; T: of the group. */
double dpc_plan_log_core(const problem *p, const part *g, const cells *c, const knife *k, double v,
                         double eps);

/* ---- high frequencies: plan_stairs.c ---- */

/* To be cleared; false: out of memory, or interrupted. */
bool dpc_plan_stairs_init(stairs_guess *st, const part *p, const cells *c, double lambda,
                          double log_M);
void dpc_plan_stairs_clear(stairs_guess *st);
/* 1 - |M(theta + iu)|/M(theta) for u >= R, by the method's bound. */
double dpc_plan_stairs_lost(const stairs_guess *st, double R);

/* ---- the value: plan_curve.c ---- */

/* The frequencies of a plan: log |F| and the argument of F, relative to F(theta) = e^log_F. */
typedef struct {
    size_t n;
    double tilt, A, D, log_F;
    double *re, *im;
} curve_guess;

/* To be cleared; false: out of memory, interrupted, or steps or a plan that it does not know. */
bool dpc_plan_curve_init(curve_guess *c, const problem *p, mpq_t *plan);
void dpc_plan_curve_clear(curve_guess *c);
/* log D(eps); NaN where the plan is not good enough. */
double dpc_plan_curve_at(const curve_guess *c, double eps);

#endif
