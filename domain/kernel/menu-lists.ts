/** One view of a list: the address of its screen, and its name beside the other views. */
type View = { readonly link: string; readonly name: string; readonly whose?: 'hospital' | 'ministry' }

/**
 * Screens that show the same list, the one where most is done first. A menu has one entry for them, and each leads to the
 * others (docs/decisions/0070). `whose` is set where a view is for one side alone.
 */
export const LISTS: readonly (readonly View[])[] = [
  [
    { link: '/payments/consolidated_report', name: 'Consolidated summary', whose: 'ministry' },
    { link: '/coeadmin/billings', name: 'Billing record', whose: 'hospital' },
    { link: '/coestaff/billings', name: 'Billing history', whose: 'hospital' },
    { link: '/superadmin/transactions', name: 'Transactions' },
    { link: '/superadmin/billings', name: 'Hospital billing' },
    { link: '/superadmin/drug/billings', name: 'Hospital drug billing' },
    { link: '/fmoh/finance-and-accounting/billing-summary', name: 'Finance summary' },
    { link: '/support/transactions', name: 'Find one' },
  ],
  [
    { link: '/payments', name: 'Payments' },
    { link: '/fmoh/finance-and-accounting', name: 'By hospital' },
  ],
  [
    { link: '/cmd/invoice', name: 'Of the hospital', whose: 'hospital' },
    { link: '/initiator/invoice', name: 'Initiator' },
    { link: '/nccp/invoice', name: 'NCCP' },
    { link: '/dhs/invoice', name: 'DHS' },
    { link: '/dfa/invoice', name: 'DFA' },
    { link: '/permsec/invoice', name: 'Permanent Secretary' },
    { link: '/invoices', name: 'All invoices' },
  ],
  [
    { link: '/transactions/dispute', name: 'Search and disputes' },
    { link: '/coeadmin/dispute', name: 'Of the hospital', whose: 'hospital' },
    { link: '/superadmin/transactions/dispute', name: 'All disputes', whose: 'ministry' },
  ],
]

/** Of links that one person's menu has, those that stay: one of each list. */
export function oneOfEachList(links: readonly string[]): ReadonlySet<string> {
  const first = (link: string) =>
    LISTS.find((list) => list.some((view) => view.link === link))?.find((view) => links.includes(view.link))?.link ??
    link
  return new Set(links.filter((link) => first(link) === link))
}

/** The views of the list that an address is of, what is below a view included; none where it is of no list. */
export function listOf(pathname: string): readonly View[] | undefined {
  const isAt = ({ link }: View) => pathname === link || pathname.startsWith(`${link}/`)
  const longest = LISTS.flat()
    .filter(isAt)
    .sort((one, other) => other.link.length - one.link.length)[0]
  return LISTS.find((list) => list.some((view) => view === longest))
}
