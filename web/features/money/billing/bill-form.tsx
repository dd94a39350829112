import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { BilledAnswer, PatientMatch } from '#api/money/contracts/billing.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { formatNaira, parseNaira } from '#domain/kernel/money.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LongTextField, tooLongText } from '#web/ui/form/text-field.tsx'
import { nairaText } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { AttachDocuments } from '#web/features/money/documents/attach-documents.tsx'
import { areAttached } from '#web/features/money/documents/chosen-document.ts'
import { addLine, type BillDraft, type BillKind, type CartLine, isEmpty, quantityOf, totalOf } from './bill-draft.ts'
import { BillPreview } from './bill-preview.tsx'
import { completeBill } from './billing-api.ts'
import { CartTable } from './cart-table.tsx'
import { DrugPicker } from './drug-picker.tsx'
import { fullName } from './patient-search.tsx'
import { ServicePicker } from './service-picker.tsx'
import { useBillDraft } from './use-bill-draft.ts'
import styles from './billing.module.css'

const MOST_COMMENT = 5_000
const NOT_ENOUGH = 'Patient does not have enough funds'

type BillFormProps = {
  readonly kind: BillKind
  readonly patient: PatientMatch
  readonly onBilled: (bill: BilledAnswer['data']) => void
  /** The bill was given up, or there is none. */
  readonly onLeave: () => void
}

/** A bill of one patient from the first line to its completion; what is not complete is kept as a draft. */
export function BillForm({ kind, patient, onBilled, onLeave }: BillFormProps) {
  const { draft, change, renewKey, clear } = useBillDraft(kind, patient.id)
  const [isPreviewed, setPreviewed] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  // An answer may come when the person is at another patient long since: it clears this bill, and moves nobody.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const command = useCommand({
    run: completeBill,
    success: ({ message, data }) => `${message}: ${data.transaction_id}, NGN ${nairaText(data.total)}`,
    quiet: true,
    onDone: ({ data }) => {
      setPreviewed(false)
      clear()
      if (isHere.current) onBilled(data)
    },
  })
  // A bill that was completed, here or where it was begun, is asked about no more.
  if (isPreviewed && draft.lines.length === 0) setPreviewed(false)
  const total = totalOf(draft)
  const isShort = total > (parseNaira(patient.wallet_balance) ?? 0)
  const isAttached = areAttached(draft.documents)
  const isReady =
    draft.lines.length > 0 &&
    draft.lines.every(({ quantity }) => quantityOf(quantity) !== undefined) &&
    tooLongText(draft.comment, MOST_COMMENT) === undefined
  const add = (line: CartLine) => change(({ lines }) => ({ lines: addLine(lines, line) }))
  const close = () => {
    // A refusal is told and done with; an uncertain end keeps its key, so that trying again cannot bill twice.
    if (command.error?.isSettled) renewKey()
    command.leave()
    setPreviewed(false)
  }
  return (
    <div className={styles['stack']}>
      <Panel title={kind === 'service' ? 'Services' : 'Drugs'}>
        <div className={styles['stack']}>
          {kind === 'service' ? <ServicePicker onAdd={add} /> : <DrugPicker onAdd={add} />}
          {draft.lines.length === 0 ? (
            <EmptyState
              title="Nothing to bill yet"
              hint={kind === 'service' ? 'Add at least one service.' : 'Add at least one drug.'}
            />
          ) : (
            <CartTable lines={draft.lines} total={total} onChange={(lines) => change(() => ({ lines }))} />
          )}
          {isShort && (
            <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
              {NOT_ENOUGH}
            </Alert>
          )}
        </div>
      </Panel>
      <Panel title="Comment and documents">
        <div className={styles['stack']}>
          <LongTextField
            label="Comment"
            description="Read by the payment's approvers and kept in the patient's record"
            maxLength={MOST_COMMENT}
            value={draft.comment}
            onChange={(comment) => change(() => ({ comment }))}
          />
          <AttachDocuments
            documents={draft.documents}
            onChange={(patch) => change(({ documents }) => ({ documents: patch(documents) }))}
          />
        </div>
      </Panel>
      <Group>
        <Button size="md" onClick={() => setPreviewed(true)} disabled={!isReady || isShort || !isAttached}>
          Preview
        </Button>
        <Button size="md" variant="default" onClick={() => (isEmpty(draft) ? onLeave() : setCancelling(true))}>
          Cancel bill
        </Button>
        {!isAttached && <span role="status">A document still needs its file or its name.</span>}
        {!isEmpty(draft) && <span className={styles['hint']}>Draft saved on this device.</span>}
      </Group>
      {isCancelling && (
        <ConfirmDialog
          title="Cancel the bill"
          verb="Cancel bill"
          stay="Keep it"
          isDangerous
          isRunning={false}
          onConfirm={() => {
            clear()
            onLeave()
          }}
          onClose={() => setCancelling(false)}
        >
          Cancel the bill of NGN {formatNaira(total)} for {fullName(patient)}? {lostWith(draft)}
        </ConfirmDialog>
      )}
      {isPreviewed && (
        <BillPreview
          kind={kind}
          patient={patient}
          draft={draft}
          isRunning={command.isRunning}
          error={command.error}
          onComplete={() => command.submit({ kind, patientId: patient.id, draft })}
          onClose={close}
        />
      )}
    </div>
  )
}

/** What goes with a bill that is cancelled, in a sentence. */
function lostWith({ lines, documents, comment }: BillDraft): string {
  const many = (count: number, one: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : `${one}s`}`])
  const parts = [...many(lines.length, 'line'), ...many(documents.length, 'document')]
  const all = [...parts, ...(isBlank(comment) ? [] : ['the comment'])]
  return `You will lose ${all.join(', ')}.`
}
