import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type NavigateOptions, useLocation } from 'react-router-dom'
import styles from './record.module.css'

/** Opens the record of what one has just made. */
export const JUST_MADE: NavigateOptions = { state: { justMade: true } }

/** On the record of what one has just made: what happens next, in order. Nothing on a record that is opened otherwise. */
export function WhatNext({ steps }: { readonly steps: readonly string[] }) {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('justMade' in state)) return null
  return <NextSteps steps={steps} />
}

/** What happens next, in order. */
export const NextSteps = ({ steps }: { readonly steps: readonly string[] }) => (
  <Alert color="green" variant="outline" icon={<IconCircleCheck aria-hidden />} title="What to do next">
    <ol className={styles['next']}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </Alert>
)
