/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   Declarations shared by the files of the inversion accountant, inversion*.c, and by prepared.c of
   src/guess; no other file includes it.  The labels are those of
   proofs/math/LEMMAS.md, section "Inversion". */
#ifndef DPC_ACCOUNT_INVERSION_PARTS_H
#define DPC_ACCOUNT_INVERSION_PARTS_H

#include "method/calc.h"
#include "method/mechanism.h"

/* ---- the setting: inversion_setting.c ---- */

/* The setting of a call, shared by all steps; numbers at the precision of the calculation. */
typedef struct {
    dpc_calc *c;
    const dpc_number *arg;
    dpc_mechanism m;
    const dpc_group *group; /* the one at hand, see dpc_inv_enter() */
    int64_t j0, j1;         /* the first node is j0 h < 0, the last one j1 h > 0 */
    int64_t fine;           /* cells between two nodes, for error bounds */
    int64_t coarse;         /* > 0: the nodes that a cell spans, and fine is 1 */
    int64_t K;              /* number of frequencies */
    bool has_below;         /* theta - spread > 0; decided once, so that all steps agree */
    bool has_shift;         /* shift > 0; likewise */
    bool has_cut;           /* soft > 0; likewise */
    bool has_far;           /* edge > 0; likewise */
    dpc_vec num;            /* by name, below */
} setting;

/* The numbers of a setting: the arguments of the method keep their indices, the others follow. */
enum {
    EPS = DPC_INV_EPS,
    THETA = DPC_INV_THETA,      /* the tilt: real part of the line of integration */
    A = DPC_INV_A,              /* period: frequencies are multiples of 2 pi/A */
    H = DPC_INV_H,              /* distance of the nodes in y */
    STRIP_PLAN = DPC_INV_STRIP, /* half width of the strip of analyticity used */
    SPREAD = DPC_INV_SPREAD,    /* distance of the tilts that bound the aliases from theta */
    SHIFT_PLAN = DPC_INV_SHIFT, /* shift of the contour for the high frequencies; 0: none */
    CUT = DPC_INV_CUT,          /* direction remove: steps with y far below this are the core, */
    SOFT = DPC_INV_SOFT,        /* far: many times this; 0: nothing is cut off */
    CORE = DPC_INV_CORE,        /* the tilt that bounds the contribution of a core alone */
    FAR = DPC_INV_FAR,          /* steps with y far above this decide alone, by a formula, */
    EDGE = DPC_INV_EDGE,        /* far: many times this; 0: none are */
    ZERO = DPC_INV_NARGS,
    ONE,
    Q,     /* of the group at hand, like all until SHIFT */
    SIZE,  /* sigma, or epsilon */
    REST,  /* 1 - q */
    DRIFT, /* 1/(2 sigma^2) */
    STRIP, /* of the plan, but at most 2 sigma */
    SHIFT,
    NORM, /* 1/sqrt(2 pi) */
    PI,
    STEP, /* of the grid: h/fine */
    SPARE1,
    SPARE2,
    SPARE3,
    SPARE4,
    NUMBERS
};

static inline void *num(const setting *s, int name)
{
    return dpc_vec_at(&s->num, (size_t)name);
}

static inline void op(const setting *s, dpc_op o, void *d, const void *a, const void *b)
{
    dpc_calc_op(s->c, o, d, a, b);
}

/* Reads the plan's integers; the mechanism has been read. */
dpc_status dpc_inv_read_integers(dpc_method_call *in, setting *s);

/* The numbers that no group changes, at the precision of c; num is to be cleared. */
void dpc_inv_setting_init(setting *s, dpc_calc *c);

/* A number of the setting from an argument. */
void dpc_inv_load(const setting *s, int name, const dpc_number *a);

/* Makes a group the one at hand. */
void dpc_inv_enter(setting *s, const dpc_group *g);

/* Checks the ranges that the lemmas need, for every point. */
dpc_status dpc_inv_check_plan(dpc_method_call *in, setting *s);
/* The same for the groups; afterwards the last one is at hand. */
dpc_status dpc_inv_check_groups(dpc_method_call *in, setting *s);

/* The exponent of w that belongs to a tilt: 1 + t or -t. */
void dpc_inv_exponent_of(const setting *s, void *lambda, const void *tilt);

/* The tilts next to theta; below counts only where has_below is true. */
void dpc_inv_tilts(const setting *s, void *below, void *above);

/* D = 2 pi/A, R = K D */
void dpc_inv_frequencies(const setting *s, void *D, void *R);

/* y = i step; v = q exp(y/sigma - 1/(2 sigma^2)); w = 1 - q + v. */
void dpc_inv_loss_at(const setting *s, int64_t i, const void *step, void *y, void *v, void *w);

/* d = -y^2/2 */
void dpc_inv_half_square(const setting *s, void *d, const void *y);

/* chi = Q((y - cut)/soft), rest = Q((cut - y)/soft) = 1 - chi (L-INV-CUT). */
void dpc_inv_cut_at(const setting *s, const void *y, void *chi, void *rest);

/* near = Q((y - far)/edge), beyond = 1 - near, if the far end is counted apart (L-INV-FAR). */
void dpc_inv_near_at(const setting *s, const void *y, void *near, void *beyond);

/* The integrand: phi w^lambda times 1, chi, or 1 - chi; all of them times near. */
typedef enum { WHOLE, CORES, HITS } piece;

/* ---- bounds of errors: inversion_error.c ---- */

/* Values at the points of a grid, which are the ends of its cells: the basis of the error bounds.
   Fine cells: i h/fine, i = fine j0..fine j1.  Coarse ones: (j0 + i coarse) h, not beyond j1 h. */
typedef struct {
    size_t n;
    dpc_vec phi;          /* exp(-y^2/2) */
    dpc_vec v, w;         /* q exp(z), w */
    dpc_vec log;          /* log w */
    dpc_vec pow;          /* w^lambda */
    dpc_vec core, hit;    /* chi and 1 - chi, if something is cut off */
    dpc_vec near, beyond; /* if the far end is counted apart */
} grid;

/* All but pow, for the group at hand, which is one of subsampled Gaussians. */
void dpc_inv_grid_init(const setting *s, grid *g);
void dpc_inv_grid_clear(grid *g);
/* pow, for this lambda. */
void dpc_inv_grid_tilt(const setting *s, grid *g, const void *lambda);

/* Uniform pieces under the tilted loss density. */
typedef struct {
    size_t n;
    dpc_vec mass, width;
} stairs;

/* Under the density that pow of the grid belongs to. */
void dpc_inv_stairs_init(const setting *s, const grid *g, stairs *st);
void dpc_inv_stairs_clear(stairs *st);
/* M(theta) - |M(theta + i u)| >= d for |u| >= R. */
void dpc_inv_coherence_lost(const setting *s, const stairs *st, const void *R, void *d);

/* Error bounds of a group, computed with few bits.  The error of a sum over the nodes is at most
   ERR + GAIN (sum + ERR), sum the one for real tilts; GAIN is 0 unless cells are coarse. */
enum {
    ERR_THETA, /* of the cores, if something is cut off */
    ERR_HITS,
    ERR_BELOW,
    ERR_ABOVE,
    GAIN_THETA,
    GAIN_BELOW,
    GAIN_ABOVE,
    LOST,
    SHIFTED, /* of the hits, likewise */
    CORE_MOMENT,
    BOUNDS
};

/* Of the group at hand, which is one of subsampled Gaussians. */
dpc_status dpc_inv_error_bounds(dpc_method_call *in, const setting *s, dpc_vec *out);

/* ---- moments: inversion_moment.c ---- */

/* The points of the quadrature, j0 h..j1 h. */
typedef struct {
    size_t n;
    dpc_vec half, log; /* -y^2/2, log w */
    dpc_vec core, hit; /* chi and 1 - chi, if something is cut off */
    dpc_vec near;      /* if the far end is counted apart */
} nodes;

/* For the group at hand, which is one of subsampled Gaussians. */
void dpc_inv_nodes_init(const setting *s, nodes *x);
void dpc_inv_nodes_clear(nodes *x);
/* M at a real tilt; error, gain: of the quadrature there. */
void dpc_inv_node_moment(const setting *s, const nodes *x, const void *tilt, const void *error,
                         const void *gain, void *d);
/* re[k] + i im[k] = M(theta + i k D), k = 0..K, or a piece of it; lambda belongs to theta.  error,
   gain: of the quadrature for all of these; total is set to their error. */
void dpc_inv_node_moments(const setting *s, const nodes *x, piece what, const void *lambda,
                          const void *D, const void *error, const void *gain, void *total,
                          dpc_vec *re, dpc_vec *im);

/* The same where M has a closed form (L-INV-CLOSED). */
void dpc_inv_closed_moment(const setting *s, const void *tilt, void *d);
void dpc_inv_closed_moments(const setting *s, const void *D, dpc_vec *re, dpc_vec *im);
/* |M(theta + iu)| <= d for u >= R; M = M(theta). */
void dpc_inv_closed_bound(const setting *s, const void *M, const void *R, void *d);

/* ---- the value: inversion.c ---- */

/* Products over the groups: of M at the frequencies, at theta and the tilts next to it, and of the
   bound beyond the frequencies.  With a cut, re, im and the bound are those of M without the cores;
   cre, cim and core_bound are those of the cores, and core bounds their moment at the tilt of that
   name.  near: see affinity(). */
typedef struct {
    dpc_vec re, im, cre, cim, v;
    dpc_vec far; /* see add_far() */
    void *at, *below, *above, *bound, *core_bound, *core, *near;
    bool limited; /* the plan's errors outweigh rounding */
} products;

/* Everything except eps; the calculation has more bits than asked for, so that rounding is
   negligible. */
typedef struct {
    dpc_calc c;
    setting s;
    products p;
} dpc_inv_prepared;

/* To be cleared in any case.  memory: the account. */
dpc_status dpc_inv_prepare(dpc_method method, dpc_method_call *in, dpc_memory *memory,
                           dpc_inv_prepared *w);
void dpc_inv_clear(dpc_inv_prepared *w);
/* d contains D(eps). */
dpc_status dpc_inv_finish(dpc_method_call *in, const dpc_inv_prepared *w, void *d);

#endif
