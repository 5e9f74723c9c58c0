/* SPDX-License-Identifier: LGPL-3.0-or-later
   Copyright (C) the dpcert authors.

   The symbols of the contracts; nothing for the compiler.  Integers and reals are the mathematical
   ones.  The symbols have no axioms here: proofs/dpk.driver links each to the theory Iface of
   proofs/why3/dpk.mlw, whose every fact is proved there for the definitions in brackets.

   dk_zadd dk_zmul dk_zneg   sum, product, negative of integers
   dk_shl(a, n)              a 2^n                                    (n >= 0)
   dk_shr(a, n), dk_shru     floor and ceiling of a / 2^n             (n >= 0)
   dk_dy(m, e)               the real m 2^e, e of any sign
   dk_mul dk_div             product and quotient of reals
   dk_exp dk_log dk_sqrt dk_pi dk_floor dk_ceil   as usual; floor and ceiling are reals
   dk_pown(x, n)             x^n, n >= 0;  dk_ipow(x, n) any n: 1 / x^-n for n < 0
   dk_pow(x, y)              exp(y log x) for x > 0, 0 for x = 0 < y
   dk_even dk_odd dk_double  of integers
   dk_binom(n, k)            n (n-1) ... (n-k+1) / k!
   dk_q(x)                   P[N(0,1) > x]
   dk_tau dk_sigma dk_rho dk_beta dk_gauss        the series of proofs/math/LEMMAS.md */
#ifndef DPC_KERNEL_LOGIC_H
#define DPC_KERNEL_LOGIC_H

/*@ axiomatic Dpk {
      logic integer dk_zadd(integer a, integer b) reads \nothing;
      logic integer dk_zmul(integer a, integer b) reads \nothing;
      logic integer dk_zneg(integer a) reads \nothing;
      logic integer dk_shl(integer a, integer n) reads \nothing;
      logic integer dk_shr(integer a, integer n) reads \nothing;
      logic integer dk_shru(integer a, integer n) reads \nothing;
      logic real dk_dy(integer m, integer e) reads \nothing;
      logic real dk_mul(real x, real y) reads \nothing;
      logic real dk_div(real x, real y) reads \nothing;
      logic real dk_sqrt(real x) reads \nothing;
      logic real dk_exp(real x) reads \nothing;
      logic real dk_log(real x) reads \nothing;
      logic real dk_pown(real x, integer n) reads \nothing;
      logic real dk_ipow(real x, integer n) reads \nothing;
      logic real dk_pow(real x, real y) reads \nothing;
      logic real dk_binom(integer n, integer k) reads \nothing;
      predicate dk_even(integer n) reads \nothing;
      predicate dk_odd(integer n) reads \nothing;
      logic integer dk_double(integer k) reads \nothing;
      logic real dk_floor(real x) reads \nothing;
      logic real dk_ceil(real x) reads \nothing;
      logic real dk_pi reads \nothing;
      logic real dk_q(real x) reads \nothing;
      logic real dk_tau(integer k, real t) reads \nothing;
      logic real dk_sigma(integer k, real u) reads \nothing;
      logic real dk_rho(integer k, real u) reads \nothing;
      logic real dk_beta(integer k, integer s) reads \nothing;
      logic real dk_gauss(real u) reads \nothing;
    } */

#endif
