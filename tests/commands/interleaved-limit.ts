import { kobo } from '#domain/kernel/money.ts'
import { command } from '#tests/support/command.ts'

const request = 'request-1'

/** What is proposed, and the two calls that would end it: a limit for a second person has one outcome. */
export const ON_ONE_LIMIT = [
  () => [command('ProposeSecondPersonAbove', { amount: kobo(100), reason: 'Prices' }, { id: request, by: 'ade' })],
  () => [
    command('ConfirmSecondPersonAbove', { request }, { by: 'bisi' }),
    command('WithdrawSecondPersonAbove', { request }, { by: 'ade' }),
  ],
] as const
