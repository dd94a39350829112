import type { InvoiceStep } from '#domain/money/invoice/chain.ts'
import { invoiceNames, TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'

type Names = ReturnType<typeof invoiceNames>

/** Who took each step of an invoice, and when (ISO); null until then. */
export type InvoiceStepCells = { [K in Names['at'] | Names['by']]: string | null }

const pairs = TAKEN_LINKS.map(invoiceNames)
const cells = <V>(at: V, by: V) =>
  Object.fromEntries(pairs.flatMap((names) => [[names.at, at] as const, [names.by, by] as const]))

/** Their SQL types, in the order of the chain. */
export const INVOICE_STEP_COLUMNS = cells('timestamptz', 'text') as { readonly [K in keyof InvoiceStepCells]: string }

/** No step taken. */
export const NO_INVOICE_STEPS = cells(null, null) as { readonly [K in keyof InvoiceStepCells]: null }

/** What a step that was taken writes. */
export function invoiceStepTaken(step: InvoiceStep, { at, by }: { readonly at: string; readonly by: string }) {
  const link = TAKEN_LINKS.find((one) => one.step === step)
  if (link === undefined) throw new Error(`No step of an invoice: ${step}`)
  const names = invoiceNames(link)
  return { status: link.status, cells: { [names.at]: at, [names.by]: by } as Partial<InvoiceStepCells> }
}
