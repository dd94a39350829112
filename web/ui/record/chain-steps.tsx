import { IconCheck, IconClock, IconMinus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DateText } from '#web/ui/date-text.tsx'
import { tookText, waitedText } from '#web/ui/working-hours.ts'
import styles from './record.module.css'

/** One step of an approval chain, as the API tells it. */
export type ChainStep = {
  readonly name: string
  readonly state: 'done' | 'current' | 'ahead' | 'stopped'
  /** Instead of the state's own word: 'Under way'. */
  readonly word?: string
  /** Who did it, and when (ISO). */
  readonly by?: string | null
  readonly at?: string | null
  /** For a step that was taken: the working minutes that it had waited. */
  readonly took?: number | null
  /** For the current step: who may act, the working minutes that it has waited, and whether that is past its deadline. */
  readonly mayAct?: string | null
  readonly waited?: number | null
  readonly isLate?: boolean
  /** Why it was stopped. */
  readonly reason?: string | null
}

const icons = { done: IconCheck, current: IconClock, ahead: IconMinus, stopped: IconX }
const words = { done: 'Done', current: 'Waiting', ahead: 'Not yet', stopped: 'Stopped' }

function Line({ children }: { children: ReactNode }) {
  return <span className={styles['line']}>{children}</span>
}

/** Where it stands: the chain's steps with who and when, the current one with how long it has waited and who may act. */
export function ChainSteps({ steps, label = 'Progress' }: { steps: readonly ChainStep[]; label?: string }) {
  return (
    <ol className={styles['chain']} aria-label={label}>
      {steps.map(({ name, state, word, by, at, took, mayAct, waited, isLate, reason }) => {
        const Icon = icons[state]
        return (
          <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles['mark']}>
              <Icon size={16} aria-hidden />
            </span>
            <strong className={styles['step']}>{name}</strong>
            <Line>{word ?? words[state]}</Line>
            {by && <Line>{by}</Line>}
            {at && (
              <Line>
                <DateText value={at} time />
              </Line>
            )}
            {typeof took === 'number' && <Line>{tookText(took)}</Line>}
            {typeof waited === 'number' && (
              <Line>
                {waitedText(waited)}
                {isLate === true && ', overdue'}
              </Line>
            )}
            {mayAct && <Line>May act: {mayAct}</Line>}
            {reason && <Line>{reason}</Line>}
          </li>
        )
      })}
    </ol>
  )
}
