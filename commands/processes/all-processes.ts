import { hospitalMail } from '#commands/catalogue/mail/hospital-mail.ts'
import { catalogueProcesses } from '#commands/catalogue/processes/catalogue-processes.ts'
import { disputeMail } from '#commands/money/mail/dispute-mail.ts'
import { fundsMail } from '#commands/money/mail/funds-mail.ts'
import { invoiceMail } from '#commands/money/mail/invoice-mail.ts'
import { paymentMail } from '#commands/money/mail/payment-mail.ts'
import { moneyProcesses } from '#commands/money/processes/money-processes.ts'
import { accountMail, resetMail } from '#commands/people/mail/account-mail.ts'
import { peopleProcesses } from '#commands/people/processes/people-processes.ts'
import type { ProcessDefinition } from './definition.ts'

/** Every process there is. */
export const allProcesses: readonly ProcessDefinition[] = [
  ...moneyProcesses,
  ...catalogueProcesses,
  ...peopleProcesses,
  accountMail,
  resetMail,
  hospitalMail,
  fundsMail,
  invoiceMail,
  paymentMail,
  disputeMail,
]
