/** Whose step each is, in short: of a bill's chain and of its invoice's. */
export const OFFICES = {
  cmd: 'CMD',
  initiate: 'Finance',
  recommend: 'NCCP',
  approve: 'DHS',
  dfa: 'DFA',
  permsec: 'Permanent Secretary',
} as const
