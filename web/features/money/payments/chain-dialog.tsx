import { Alert, Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import type { ChainAct } from './chain-acts.ts'
import { type Chosen, type Outcome, type Outcomes, PartlyKnown, previewAct, runAct } from './chain-run.ts'
import { OutcomeTable } from './outcome-table.tsx'
import styles from './payments.module.css'

type ChainDialogProps = {
  readonly act: ChainAct
  readonly rows: readonly Chosen[]
  /** `isDone` once something was done, or may have been: what was selected is then something else. */
  readonly onClose: (isDone: boolean) => void
}
type Sent = { readonly chosen: readonly Chosen[]; readonly reason: string }

/** Asks before a step is taken: the pre-flight of each transaction, one sentence with the amount; then each one's result. */
export function ChainDialog({ act, rows: given, onClose }: ChainDialogProps) {
  useReturnFocus()
  const client = useQueryClient()
  // As they were when it was asked: a screen that reads again meanwhile must not make another request of the same one.
  const [rows] = useState(given)
  const [sent, setSent] = useState<Sent>()
  const [result, setResult] = useState<Outcomes>()
  const [partly, setPartly] = useState<PartlyKnown>()
  const preflight = useQuery({
    queryKey: ['pre-flight', act.name, rows.map(({ id }) => id)],
    queryFn: () => previewAct(act, rows),
    gcTime: 0,
    // What was asked about is what is then confirmed: nothing reads it again but Retry.
    staleTime: 'static',
    retry: false,
  })
  const command = useCommand({
    run: ({ chosen, reason }: Sent, key) =>
      runAct(act, chosen, reason, key).catch((cause: unknown) => {
        if (cause instanceof PartlyKnown) setPartly(cause)
        throw cause
      }),
    success: ({ message }) => message,
    onDone: setResult,
    quiet: true,
  })
  const { isRunning, error } = command
  const send = async (asked: Sent) => {
    setSent(asked)
    // A refusal tells of a list that is not true any more, a lost answer may hide a step that was taken.
    if ((await command.submit(asked)) === undefined) await client.invalidateQueries()
  }
  const close = () => {
    if (isRunning) return
    const isOpen = error?.isUncertain === true
    command.leave()
    onClose(result !== undefined || isOpen)
  }
  return (
    <Modal opened onClose={close} title={`${act.verb} payment`} size="lg" closeOnClickOutside={false}>
      {result !== undefined ? (
        <ChainResult outcomes={result.outcomes} onClose={close} />
      ) : sent !== undefined && partly !== undefined && error?.isUncertain ? (
        <ChainResult
          outcomes={partly.outcomes}
          onClose={close}
          again={{ act, error: partly, send: () => void send(sent) }}
        />
      ) : preflight.isPending ? (
        <p role="status">Checking each of the {rows.length} transactions</p>
      ) : preflight.isError ? (
        <ErrorState error={preflight.error} onRetry={() => preflight.refetch()} />
      ) : (
        <Preflight
          act={act}
          rows={rows}
          outcomes={preflight.data}
          command={command}
          onClose={close}
          onConfirm={(chosen, reason) => void send({ chosen, reason })}
        />
      )}
    </Modal>
  )
}

type PreflightProps = {
  readonly act: ChainAct
  readonly rows: readonly Chosen[]
  readonly outcomes: readonly Outcome[]
  readonly command: Pick<ReturnType<typeof useCommand>, 'isRunning' | 'error'>
  readonly onClose: () => void
  readonly onConfirm: (chosen: readonly Chosen[], reason: string) => void
}

function Preflight({ act, rows, outcomes, command, onClose, onConfirm }: PreflightProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { isRunning, error } = command
  const allowed = new Set(outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id))
  const chosen = rows.filter(({ id }) => allowed.has(id))
  const refused = outcomes.length - chosen.length
  const isReturn = act.name === 'return'
  const isMissing = isReturn && isBlank(reason)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!isMissing && !isRunning && chosen.length > 0) onConfirm(chosen, reason.trim())
  }
  return (
    <form onSubmit={confirm} noValidate>
      <div className={styles['parts']}>
        {chosen.length > 0 ? (
          <p>
            <strong>
              {act.verb} <Money naira={sumNaira(chosen.map(({ total }) => total))} /> for {countText(chosen.length)} of{' '}
              {hospitalText(chosen)}?
            </strong>
          </p>
        ) : (
          <p role="alert">Nothing of this can be done by you now.</p>
        )}
        {refused > 0 && chosen.length > 0 && (
          <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
            {countText(refused)} of the selection will be left out, for the reasons below. Choose another range if that
            is not what you mean.
          </Alert>
        )}
        <OutcomeTable label="What will happen" outcomes={outcomes} />
        {isReturn && chosen.length > 0 && (
          <LongTextField
            label="Reason for the return"
            description="The hospital and everyone on the chain read it."
            required
            value={reason}
            onChange={setReason}
            error={isAsked && isMissing ? 'A reason is required' : undefined}
          />
        )}
        {error && (
          <Alert color="red" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {error.message}
            {error.correlationId !== undefined && <div>Reference: {error.correlationId}</div>}
          </Alert>
        )}
        <div className={styles['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            Cancel
          </Button>
          {chosen.length > 0 && (
            <Button type="submit" loading={isRunning} {...(isReturn ? { color: 'red.8' } : {})}>
              {act.verb} {countText(chosen.length)}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

type ChainResultProps = {
  readonly outcomes: readonly Outcome[]
  readonly onClose: () => void
  /** Where it is not known of all: sends the same once more. */
  readonly again?: { readonly act: ChainAct; readonly error: PartlyKnown; readonly send: () => void }
}

function ChainResult({ outcomes, onClose, again }: ChainResultProps) {
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const done = outcomes.filter(({ outcome }) => outcome === 'done')
  const [refused, unknown] = [count('refused'), count('unknown')]
  return (
    <div className={styles['parts']}>
      <p role="status">
        <strong>
          Done for {countText(done.length)}, <Money naira={sumNaira(done.map(({ total }) => total))} />.
        </strong>
        {refused > 0 && ` Refused: ${countText(refused)}.`}
      </p>
      {again && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {again.error.status > 0 && `${again.error.message} `}
          No answer tells whether it was done for {countText(unknown)}. It may be sent again: nothing is done twice.
          {again.error.correlationId !== undefined && <div>Reference: {again.error.correlationId}</div>}
        </Alert>
      )}
      <OutcomeTable label="Result" outcomes={outcomes} />
      <div className={styles['buttons']}>
        {again && (
          <Button variant="default" onClick={again.send}>
            {again.act.verb} again
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Finish
        </Button>
      </div>
    </div>
  )
}

const countText = (count: number) => `${count.toLocaleString('en-NG')} ${count === 1 ? 'transaction' : 'transactions'}`

function hospitalText(rows: readonly Chosen[]): string {
  const names = [...new Set(rows.map(({ coe_id: id, coe_name: name }) => name ?? id))]
  return names.length === 1 ? (names[0] ?? '') : `${names.length} hospitals`
}
