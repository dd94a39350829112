import { queryOptions } from '@tanstack/react-query'
import type { BalanceHistory, LedgerAccountView, Proof, RawEvent, WalletChoices } from '#api/money/contracts/ledger.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'

export const TRIAL_BALANCE = '/api/ledger/trial-balance'
export const ACCOUNTS = '/api/ledger/accounts'
const accountPath = (account: string) => `${ACCOUNTS}/${encodeURIComponent(account)}`
export const movementsPath = (account: string) => `${accountPath(account)}/movements`

/** Accounts to choose from: the pool, allocations, patients. */
export const walletsQuery = (search: string) =>
  queryOptions({
    queryKey: ['/api/ledger', 'wallets', search],
    queryFn: ({ signal }) => api.get<typeof WalletChoices>('/api/ledger/wallets', { params: { search }, signal }),
  })

/** What an account held at a moment (`as_of`, `as_of_position`); now without one. */
export const accountQuery = (account: string, moment: Params) =>
  queryOptions({
    queryKey: ['/api/ledger', 'account', account, moment],
    queryFn: ({ signal }) => api.get<typeof LedgerAccountView>(accountPath(account), { params: moment, signal }),
    placeholderData: (before) => (before?.data.account === account ? before : undefined),
  })

/** The balance after each movement. */
export const balanceHistoryQuery = (account: string) =>
  queryOptions({
    queryKey: ['/api/ledger', 'history', account],
    queryFn: ({ signal }) => api.get<typeof BalanceHistory>(`${accountPath(account)}/history`, { signal }),
  })

/** Replays the account up to a log position, all of it when undefined; asked for by hand, never kept. */
export const proofQuery = (account: string, moment: number | undefined) =>
  queryOptions({
    queryKey: ['/api/ledger', 'proof', account, moment],
    queryFn: ({ signal }) =>
      api.get<typeof Proof>(`${accountPath(account)}/proof`, { params: { as_of_position: moment }, signal }),
    enabled: false,
    gcTime: 0,
    retry: false,
  })

/** One raw event; `stream` for one that moves no money. */
export const eventQuery = (id: string, stream: string) =>
  queryOptions({
    queryKey: ['/api/ledger', 'event', id],
    queryFn: ({ signal }) =>
      api.get<typeof RawEvent>(`/api/ledger/events/${encodeURIComponent(id)}`, { params: { stream }, signal }),
  })
