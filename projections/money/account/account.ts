import type { Recorded } from '#commands/log/domain-log.ts'
import { kindOf } from '#domain/kernel/accounts.ts'
import { type MoneyEvent, type Posting, postingsOf } from '#domain/money/ledger/postings.ts'
import { type KoboSum, NO_FLOW, plus } from '#domain/kernel/money.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** Money on one account, in kobo; `debits` and `credits` are the sums of what was given and received. */
export type AccountRow = {
  account: string
  kind: string
  /** What stands after the kind: a hospital, a patient, a share; empty for the pool and the benefactors. */
  owner: string
  balance: number
  debits: KoboSum
  credits: KoboSum
  movements: number
  last_moved_at: string
}

/** The same sums by kind of account: the trial balance, whatever the number of patients. */
export type AccountKindRow = Omit<AccountRow, 'account' | 'owner'>

const figures = {
  balance: 'bigint not null',
  debits: 'numeric not null',
  credits: 'numeric not null',
  movements: 'bigint not null',
  last_moved_at: 'timestamptz not null',
}

const bounded = {
  balance: 'No balance is more than the pool may be given (domain.md, Money)',
  movements: 'A few for each event of the log',
}

type Figures = Omit<AccountKindRow, 'kind'>

function add(figures: Figures | undefined, amount: number, at: string): Figures {
  const { balance, debits, credits, movements } = figures ?? NOTHING
  return {
    balance: balance + amount,
    debits: amount < 0 ? plus(debits, -amount) : debits,
    credits: amount > 0 ? plus(credits, amount) : credits,
    movements: movements + 1,
    last_moved_at: at,
  }
}

const NOTHING = { balance: 0, debits: NO_FLOW, credits: NO_FLOW, movements: 0 }

function onMoney<R extends object>(change: (posting: Posting, at: string) => Change<R>): ReadModel<R>['on'] {
  const changes = ({ stream, event }: Recorded<MoneyEvent>) =>
    postingsOf(stream, event).map((posting) => change(posting, event.data.at))
  return handlers<R, MoneyEvent>({
    WalletCredited: changes,
    WalletDebited: changes,
    TransactionPermsecApproved: changes,
  })
}

/** Every account with its balance, and as of any position: wallets, allocations, payables. Serves all balances. */
export const account: ReadModel<AccountRow, 'account'> = {
  name: 'account',
  revision: 2,
  temporal: true,
  columns: { account: 'text not null', kind: 'text not null', owner: 'text not null', ...figures },
  key: ['account'],
  bounded,
  indexes: ['(kind, account)'],
  on: onMoney(({ account, amount }, at) => ({
    key: [account],
    fold: (row) => {
      const kind = kindOf(account)
      return { account, kind, owner: account.slice(kind.length + 1), ...add(row, amount, at) }
    },
  })),
}

/** Serves the trial balance. */
export const accountKind: ReadModel<AccountKindRow, 'account_kind'> = {
  name: 'account_kind',
  revision: 2,
  temporal: true,
  columns: { kind: 'text not null', ...figures },
  key: ['kind'],
  bounded,
  on: onMoney(({ account, amount }, at) => ({
    key: [kindOf(account)],
    fold: (row) => ({ kind: kindOf(account), ...add(row, amount, at) }),
  })),
}
