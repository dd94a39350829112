import { catalogueProcesses } from '#commands/catalogue/processes/catalogue-processes.ts'
import { moneyProcesses } from '#commands/money/processes/money-processes.ts'
import { accountMail } from '#commands/people/mail/account-mail.ts'
import type { ProcessDefinition } from './definition.ts'

/** Every process there is. */
export const allProcesses: readonly ProcessDefinition[] = [...moneyProcesses, ...catalogueProcesses, accountMail]
