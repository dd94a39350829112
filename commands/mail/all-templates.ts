import { hospitalTemplates } from '#commands/catalogue/mail/hospital-mail.ts'
import { disputeTemplates } from '#commands/money/mail/dispute-mail.ts'
import { fundsTemplates } from '#commands/money/mail/funds-mail.ts'
import { invoiceTemplates } from '#commands/money/mail/invoice-mail.ts'
import { paymentTemplates } from '#commands/money/mail/payment-mail.ts'
import { accountTemplates } from '#commands/people/mail/account-mail.ts'
import type { MailTemplates } from './letter.ts'

/** Every mail there is. */
export const allTemplates: MailTemplates = {
  ...accountTemplates,
  ...hospitalTemplates,
  ...disputeTemplates,
  ...fundsTemplates,
  ...invoiceTemplates,
  ...paymentTemplates,
}
