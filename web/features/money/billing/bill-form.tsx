import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { BilledAnswer, PatientMatch } from '#api/money/contracts/billing.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { nairaText } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { AttachDocument } from './attach-document.tsx'
import { addLine, type BillKind, type CartLine, isEmpty, quantityOf, totalOf } from './bill-draft.ts'
import { BillPreview } from './bill-preview.tsx'
import { completeBill } from './billing-api.ts'
import { CartTable } from './cart-table.tsx'
import { DrugPicker } from './drug-picker.tsx'
import { ServicePicker } from './service-picker.tsx'
import { useBillDraft } from './use-bill-draft.ts'
import styles from './billing.module.css'

const NOT_ENOUGH = 'Patient does not have enough funds'

type BillFormProps = {
  readonly kind: BillKind
  readonly patient: PatientMatch
  readonly onBilled: (bill: BilledAnswer['data']) => void
}

/** A bill of one patient from the first line to its completion; what is not complete is kept as a draft. */
export function BillForm({ kind, patient, onBilled }: BillFormProps) {
  const { draft, change, renewKey, clear } = useBillDraft(kind, patient.id)
  const [isPreviewed, setPreviewed] = useState(false)
  const [isUploading, setUploading] = useState(false)
  // Counts up when what is being uploaded is for no bill any more.
  const [uploads, setUploads] = useState(0)
  const leaveUpload = () => {
    setUploading(false)
    setUploads((count) => count + 1)
  }
  const startOver = () => {
    clear()
    leaveUpload()
  }
  const command = useCommand({
    run: completeBill,
    success: ({ message, data }) => `${message}: ${data.transaction_id}, NGN ${nairaText(data.total)}`,
    quiet: true,
    onDone: ({ data }) => {
      setPreviewed(false)
      startOver()
      onBilled(data)
    },
  })
  const total = totalOf(draft)
  const isShort = total > (parseNaira(patient.wallet_balance) ?? 0)
  const isReady = draft.lines.length > 0 && draft.lines.every(({ quantity }) => quantityOf(quantity) !== undefined)
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
            description="For the payment's approvers and the patient's record"
            maxLength={5_000}
            value={draft.comment}
            onChange={(comment) => change(() => ({ comment }))}
          />
          <AttachDocument
            key={uploads}
            onUpload={setUploading}
            documents={draft.documents}
            onAttach={(added) => change(({ documents }) => ({ documents: [...documents, added] }))}
            onRemove={(id) =>
              change(({ documents }) => ({ documents: documents.filter(({ document_id }) => document_id !== id) }))
            }
          />
        </div>
      </Panel>
      <Group>
        <Button size="md" onClick={() => setPreviewed(true)} disabled={!isReady || isShort || isUploading}>
          Preview
        </Button>
        <Button size="md" variant="default" onClick={startOver} disabled={isEmpty(draft)}>
          Cancel bill
        </Button>
        {isUploading && (
          <>
            <span role="status">A document is still being uploaded.</span>
            <Button size="md" variant="subtle" onClick={leaveUpload}>
              Leave it out
            </Button>
          </>
        )}
        {!isEmpty(draft) && <span className={styles['hint']}>Kept in this tab until it is complete.</span>}
      </Group>
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
