import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'

type Data<T extends InvoiceEvent['type']> = Extract<InvoiceEvent, { readonly type: T }>['data']

const link = { label: 'Open the portal', path: '/dashboard' }

/** What those who act on invoices are told by mail: not which invoice, nor of which hospital, nor how much. */
export const invoiceTemplates: MailTemplates = {
  'invoice waits': () => ({
    subject: 'An invoice is ready for you in the CHF portal',
    paragraphs: [
      'An invoice is ready for your approval in the CHF portal. You can take the next step or return it with a reason.',
    ],
    link,
  }),
  'invoice paid': () => ({
    subject: 'An invoice in the CHF portal is paid',
    paragraphs: ['An invoice that you acted on, or that you can see, is paid.'],
    link,
  }),
  'invoice returned': () => ({
    subject: 'An invoice in the CHF portal was returned',
    paragraphs: [
      'An invoice that you acted on, or that you can see, was returned. You can read the reason in the portal. Its bills can go on another invoice.',
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
