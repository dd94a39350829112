import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'

type Data<T extends InvoiceEvent['type']> = Extract<InvoiceEvent, { readonly type: T }>['data']

const link = { label: 'What waits for you', path: '/dashboard' }

/** What those who act on invoices are told by mail: not which invoice, nor of which hospital, nor how much. */
export const invoiceTemplates: MailTemplates = {
  'invoice waits': () => ({
    subject: 'An invoice waits for you in the CHF portal',
    paragraphs: [
      'The step before yours has been taken on an invoice in the CHF portal. You are one of those who may take the next one, or send the invoice back with a reason.',
    ],
    link,
  }),
  'invoice paid': () => ({
    subject: 'An invoice in the CHF portal is paid',
    paragraphs: [
      'The last step has been taken on an invoice in the CHF portal that you acted on, or that is of where you work.',
    ],
    link,
  }),
  'invoice returned': () => ({
    subject: 'An invoice in the CHF portal was sent back',
    paragraphs: [
      'An invoice in the CHF portal that you acted on, or that is of where you work, was sent back. The reason stands with it there; its transactions can be on another invoice.',
    ],
    link,
  }),
}

const tells = (template: string, told: readonly string[]): readonly Change[] =>
  told.map((person) => mails(template, person))

/** Tells whoever may take the next step on an invoice that it waits, and at its end all whom it concerns. */
export const invoiceMail: ProcessDefinition = {
  name: 'invoice mail',
  on: {
    InvoiceGenerated: ({ event }: Recorded) => tells('invoice waits', (event.data as Data<'InvoiceGenerated'>).told),
    InvoiceStepTaken: ({ event }: Recorded) => {
      const { step, told } = event.data as Data<'InvoiceStepTaken'>
      return tells(step === 'permsec' ? 'invoice paid' : 'invoice waits', told)
    },
    InvoiceReturned: ({ event }: Recorded) => tells('invoice returned', (event.data as Data<'InvoiceReturned'>).told),
  },
}
