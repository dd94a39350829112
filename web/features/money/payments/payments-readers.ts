/** Whoever reads the fund's reports, or holds a step of the payment chain. */
export const PAYMENT_READERS = [
  ...(['VIEW_CHF_REPORT', 'INITIATE_PAYMENT', 'RECOMMEND_PAYMENT'] as const),
  ...(['APPROVE_PAYMENT', 'DFA_APPROVAL', 'PERMSEC_APPROVAL'] as const),
] as const
