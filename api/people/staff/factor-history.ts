import type { AppContext } from '#api/context.ts'
import type { HistoryEntry } from '#api/contracts/history.ts'
import { historyOf } from '#api/history.ts'
import { type SecondFactorEvent, secondFactorEvents } from '#domain/people/second-factor/events.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'

/** What became of somebody's second factor, in words; its secret is shown to nobody, the reasons to those who `sees`. */
export async function factorHistory(context: AppContext, userId: string, sees: boolean): Promise<HistoryEntry[]> {
  const past = await context.log.readWhatHolds<SecondFactorEvent>(`${secondFactor.category}-${userId}`, 0)
  const inWords = (event: SecondFactorEvent) => ({ what: said(event, sees), why: null })
  return historyOf(context, past, { events: secondFactorEvents, inWords, isMasked: true })
}

function said({ type, data }: SecondFactorEvent, sees: boolean): string {
  switch (type) {
    case 'SecondFactorEnrolled':
      return data.replaces === undefined ? 'A phone was set up to sign in' : 'Another phone was set up to sign in'
    case 'SecondFactorRemoved':
      return 'The phone is no longer required'
    case 'RecoveryCodesReplaced':
      return 'New recovery codes'
    case 'RecoveryCodeUsed':
      return 'A recovery code was used instead of the phone'
    case 'SecondFactorResetAsked':
      return `A reset of the phone was requested${sees ? `: ${data.reason}` : ''}`
    case 'SecondFactorResetDeclined':
      return `The reset of the phone was stopped${sees ? `: ${data.reason}` : ''}`
    case 'SecondFactorReset':
      return 'The phone was reset and all sessions ended'
  }
}
