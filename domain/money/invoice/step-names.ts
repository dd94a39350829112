import { INVOICE_CHAIN, type InvoiceLink, type InvoiceStep } from './chain.ts'

/** A step that somebody takes on an invoice that is there. */
export type TakenLink = Extract<InvoiceLink, { readonly step: InvoiceStep }>
export const TAKEN_LINKS: readonly TakenLink[] = INVOICE_CHAIN.links.filter(
  (link): link is TakenLink => link.step !== 'generate',
)

/** The status at which an invoice waits for a step. */
export function waitsAt(step: InvoiceStep) {
  const before = TAKEN_LINKS.slice(
    0,
    TAKEN_LINKS.findIndex((link) => link.step === step),
  )
  return before.at(-1)?.status ?? 'pending'
}

type Joined<Words extends string> = Words extends `${infer First} ${infer Rest}` ? `${First}_${Joined<Rest>}` : Words

/** When a step of an invoice was taken and by whom, as rows and answers name them: `dfa_at`, `dfa_by`, `dfa_approved_on`. */
export function invoiceNames({ stem, status }: Pick<TakenLink, 'stem' | 'status'>) {
  const on = `${status.replaceAll(' ', '_') as Joined<TakenLink['status']>}_on` as const
  return { at: `${stem}_at`, by: `${stem}_by`, on } as const
}

/** The steps that somebody may take where they work: at a hospital the CMD's alone, at the ministry every other. */
export const turnsWith = (permissions: ReadonlySet<string>, ofCoe: string | undefined): readonly InvoiceStep[] =>
  TAKEN_LINKS.flatMap(({ step, permission }) =>
    permissions.has(permission) && (step === 'cmd') === (ofCoe !== undefined) ? [step] : [],
  )
