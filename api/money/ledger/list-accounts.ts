import { accountsReport } from '#projections/money/account/accounts-report.ts'
import { LedgerAccountFilter, LedgerAccountRow } from '#api/money/contracts/ledger.ts'
import { reportRoutes } from '#api/report/report-routes.ts'
import { accountsOf, LEDGER_READERS, ledgerForAll } from './ledger-reach.ts'

/** GET /api/ledger/accounts, /totals and /csv: every account that the caller reaches. */
export const listAccounts = ledgerForAll(async (app) => {
  reportRoutes(app, {
    url: '/api/ledger/accounts',
    summary: 'Accounts of the ledger',
    tag: 'Ledger',
    permission: LEDGER_READERS,
    report: accountsReport,
    query: LedgerAccountFilter,
    row: LedgerAccountRow,
    filterOf: ({ kind, search }, reach) => ({ kind, search, only: accountsOf(reach) }),
  })
})
