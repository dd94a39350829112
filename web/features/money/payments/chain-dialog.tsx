import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import { isBlank } from '#domain/kernel/blank.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { Money, sumNaira } from '#web/ui/money.tsx'
import { ResultText } from '#web/ui/result-text.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import type { ActedOn, ChainAct } from './chain-acts.ts'
import { type Outcome, type Outcomes, PartlyKnown, type Preview } from './chain-run.ts'
import { type ChainTarget, doable } from './chain-target.ts'
import { PaidAtList } from './paid-at.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import styles from './payments.module.css'

type ChainDialogProps = {
  readonly act: ChainAct<string>
  readonly target: ChainTarget
  /** `isOther` once something was done, or may have been, or was refused: what was selected is then something else. */
  readonly onClose: (isOther: boolean) => void
  /** Where it is asked on a record: opens the next one. */
  readonly onNext?: (() => void) | undefined
}
type Sent = { readonly told: Preview; readonly reason: string }

/** Asks before a step is taken: the pre-flight of each transaction, one sentence with the amount; then each one's result. */
export function ChainDialog({ act, target: given, onClose, onNext }: ChainDialogProps) {
  useReturnFocus()
  const client = useQueryClient()
  // As they were when it was asked: a screen that reads again meanwhile must not make another request of the same one.
  const [target] = useState(given)
  const id = useId()
  const [sent, setSent] = useState<Sent>()
  const [result, setResult] = useState<Outcomes>()
  const [partly, setPartly] = useState<PartlyKnown>()
  const [isOther, setOther] = useState(false)
  const preflight = useQuery({
    queryKey: ['pre-flight', id],
    queryFn: target.preview,
    gcTime: 0,
    // What was asked about is what is then confirmed: nothing reads it again but Retry, and a refusal.
    staleTime: 'static',
    retry: false,
  })
  const command = useCommand({
    run: ({ told, reason }: Sent, key) =>
      target.run(told, reason, key).catch((cause: unknown) => {
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
    if ((await command.submit(asked)) !== undefined) return
    setOther(true)
    // A refusal tells of a list that is not true any more, a lost answer may hide a step that was taken.
    await client.invalidateQueries()
  }
  // What was refused is looked at again before it can be asked for again; what is not known is sent again as it was.
  const isRefused = error !== undefined && !error.isUncertain
  const look = preflight.refetch
  useEffect(() => {
    if (isRefused) void look()
  }, [isRefused, look])
  const close = () => {
    if (isRunning) return
    command.leave()
    onClose(result !== undefined || isOther)
  }
  return (
    <Dialog
      onClose={close}
      title={act.paysOut ? act.verb : `${act.verb} ${act.to.title}`}
      size="lg"
      closeOnClickOutside={false}
    >
      {result !== undefined ? (
        <ChainResult act={act} outcomes={result.outcomes} onClose={close} onNext={onNext} />
      ) : sent !== undefined && partly !== undefined && error?.isUncertain ? (
        <ChainResult
          act={act}
          outcomes={partly.outcomes}
          onClose={close}
          again={{ error: partly, send: () => void send(sent) }}
        />
      ) : preflight.isPending ? (
        <p role="status">Checking each of the {act.to.many}</p>
      ) : preflight.isError ? (
        <ErrorState error={preflight.error} onRetry={() => preflight.refetch()} />
      ) : (
        <Preflight
          act={act}
          told={preflight.data}
          isLooking={preflight.isFetching}
          command={command}
          onClose={close}
          onConfirm={(reason) => void send({ told: preflight.data, reason })}
        />
      )}
    </Dialog>
  )
}

type PreflightProps = {
  readonly act: ChainAct<string>
  readonly told: Preview
  /** While it is looked at again: what it says is not what a confirm would do. */
  readonly isLooking: boolean
  readonly command: Pick<ReturnType<typeof useCommand>, 'isRunning' | 'error'>
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}

function Preflight({ act, told: { outcomes, paidAt }, isLooking, command, onClose, onConfirm }: PreflightProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { isRunning, error } = command
  const chosen = doable(outcomes)
  const total = <Money naira={sumNaira(chosen.map((one) => one.total))} />
  const refused = outcomes.length - chosen.length
  const isReturn = act.name === 'return'
  const countText = counting(act.to)
  const isMissing = isReturn && isBlank(reason)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!isMissing && !isRunning && !isLooking && chosen.length > 0) onConfirm(reason.trim())
  }
  return (
    <form onSubmit={confirm} noValidate>
      <div className={styles['parts']}>
        {chosen.length > 0 ? (
          <p>
            <strong>
              {act.verb} {total} for {namedText(act.to, chosen)} of {hospitalText(chosen)}?
            </strong>
            {act.paysOut && <> This is the last step: it pays {total} out, and nothing takes that back.</>}
          </p>
        ) : (
          <p role="alert">You cannot take this step on any of these now.</p>
        )}
        {refused > 0 && chosen.length > 0 && (
          <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
            {countText(refused)} of the selection will be left out, for the reasons below. Change the selection if you
            expected others.
          </Alert>
        )}
        {!isReturn && (
          <PaidAtList paidAt={paidAt.filter(({ coe_id: id }) => chosen.some((one) => one.coe_id === id))} />
        )}
        <OutcomeTable of={act.to} label="What will happen" outcomes={outcomes} isPreview />
        {isReturn && chosen.length > 0 && (
          <LongTextField
            label="Reason for the return"
            description={act.to.reasonHint}
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
        <DialogEnd>
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            Cancel
          </Button>
          {chosen.length > 0 && (
            <Button type="submit" loading={isRunning} disabled={isLooking} {...(isReturn ? { color: 'red.8' } : {})}>
              {act.verb} {countText(chosen.length)}
            </Button>
          )}
        </DialogEnd>
      </div>
    </form>
  )
}

type ChainResultProps = {
  readonly act: ChainAct<string>
  readonly outcomes: readonly Outcome[]
  readonly onClose: () => void
  /** Where it is not known of all: sends the same once more. */
  readonly again?: { readonly error: PartlyKnown; readonly send: () => void }
  readonly onNext?: (() => void) | undefined
}

function ChainResult({ act, outcomes, onClose, again, onNext }: ChainResultProps) {
  const countText = counting(act.to)
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const done = outcomes.filter(({ outcome }) => outcome === 'done')
  const [refused, unknown] = [count('refused'), count('unknown')]
  return (
    <div className={styles['parts']}>
      <ResultText>
        <strong>
          Done for {countText(done.length)}, <Money naira={sumNaira(done.map(({ total }) => total))} />.
        </strong>
        {refused > 0 && ` Refused: ${countText(refused)}.`}
      </ResultText>
      {again && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {again.error.status > 0 && `${again.error.message} `}
          The answer was lost, so we do not know whether it was done for {countText(unknown)}. You can send it again.
          Nothing is done twice.
          {again.error.correlationId !== undefined && <div>Reference: {again.error.correlationId}</div>}
        </Alert>
      )}
      <OutcomeTable of={act.to} label="Result" outcomes={outcomes} />
      <DialogEnd>
        {again && (
          <Button variant="default" onClick={again.send}>
            {act.verb} again
          </Button>
        )}
        <Button variant={onNext ? 'default' : 'filled'} onClick={onClose}>
          Finish
        </Button>
        {onNext && (
          <Button
            onClick={() => {
              onClose()
              onNext()
            }}
          >
            Open the next one
          </Button>
        )}
      </DialogEnd>
    </div>
  )
}

const counting =
  ({ one, many }: ActedOn) =>
  (count: number) =>
    `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`

/** One is named; of several it is said how many. */
function namedText(to: ActedOn, chosen: readonly Outcome[]): string {
  const [one, another] = chosen
  return one !== undefined && another === undefined ? `${to.one} ${one.transaction_id}` : counting(to)(chosen.length)
}

function hospitalText(chosen: readonly Outcome[]): string {
  const names = [...new Set(chosen.map(({ coe_id: id, coe_name: name }) => name ?? id))]
  return names.length === 1 ? (names[0] ?? '') : `${names.length} hospitals`
}
