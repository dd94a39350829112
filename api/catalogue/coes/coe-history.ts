import { STATES } from '#domain/catalogue/reference/zones.ts'
import { coe, type Coe } from '#domain/catalogue/coe/coe.ts'
import { type CoeBank, type CoeDetails, coeEvents, type CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { AppContext } from '#api/context.ts'
import type { HistoryEntry } from '#api/contracts/history.ts'
import { pastOf } from '#api/catalogue/past-of.ts'
import { maskedNumber } from './seen-coes.ts'

type Shown = (accountNumber: string) => string

/**
 * All that became of a hospital, newest first, each change from which value to which, and what it has become by that;
 * `sees`: with the numbers of accounts.
 */
export async function pastOfCoe(
  context: AppContext,
  id: string,
  sees: boolean,
): Promise<{ readonly history: HistoryEntry[]; readonly state: Coe }> {
  const shown: Shown = sees ? (number) => number : maskedNumber
  const { history: entries, state } = await pastOf(
    context,
    { decider: coe, events: coeEvents, id },
    (event, before) => ({
      what: said(event, before, shown),
      why: 'reason' in event.data && event.data.reason !== '' ? event.data.reason : null,
    }),
  )
  return { history: sees ? entries : entries.map(withoutNumber), state }
}

function said({ type, data }: CoeEvent, before: Coe, shown: Shown): string {
  const registered = before.status === 'none' ? undefined : before
  switch (type) {
    case 'CoeRegistered':
      return `Created as ${data.name} (${data.code})`
    case 'CoeDetailsChanged':
      return `Details changed: ${changesOf(registered?.details, data)}`
    case 'CoeDeactivated':
      return 'Deactivated: it can no longer bill. Its existing bills are still paid.'
    case 'CoeActivated':
      return 'Activated again'
    case 'CoeBankProposed':
      return `A second person must confirm the new bank details: ${bankIn(data, shown)}`
    case 'CoeBankWithdrawn':
      return 'The new bank details were withdrawn'
    case 'CoeBankDeclined':
      return 'The new bank details were declined'
    case 'CoeBankConfirmed': {
      const [from, to] = [registered?.bank, registered?.proposal?.bank]
      const words = (bank: CoeBank | undefined) => (bank === undefined ? 'none' : bankIn(bank, shown))
      return `Bank details changed from ${words(from)} to ${words(to)}`
    }
  }
}

const bankIn = ({ bankName, accountName, accountNumber, sortCode }: CoeBank, shown: Shown) =>
  `${bankName}, ${shown(accountNumber)} (${accountName}), sort code ${sortCode}`

const NAMES = {
  name: 'name',
  type: 'type',
  address: 'address',
  stateId: 'state',
  capId: 'CAP number',
} as const satisfies Record<keyof CoeDetails, string>

function changesOf(from: CoeDetails | undefined, to: CoeDetails): string {
  const fields = Object.keys(NAMES) as (keyof CoeDetails)[] // the keys of what is right above
  const told = (field: keyof CoeDetails, of: CoeDetails | undefined) =>
    (field === 'stateId' ? stateNamed(of?.stateId) : of?.[field]) ?? 'nothing'
  return fields
    .filter((field) => from?.[field] !== to[field])
    .map((field) => `${NAMES[field]} from ${told(field, from)} to ${told(field, to)}`)
    .join('; ')
}

/** What people call a state. */
export const stateNamed = (stateId: string | undefined): string | undefined =>
  STATES.find(({ id }) => String(id) === stateId)?.state

function withoutNumber(entry: HistoryEntry): HistoryEntry {
  const data = Object(entry.raw['data']) as Record<string, unknown>
  if (typeof data['accountNumber'] !== 'string') return entry
  return { ...entry, raw: { ...entry.raw, data: { ...data, accountNumber: maskedNumber(data['accountNumber']) } } }
}
