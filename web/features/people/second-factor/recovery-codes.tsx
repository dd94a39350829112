import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './second-factor.module.css'

type RecoveryCodesProps = { readonly codes: readonly string[]; readonly onKept: () => void; readonly label: string }

const spaced = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept, label }: RecoveryCodesProps) {
  return (
    <Stack maw={520}>
      <Alert color="yellow" variant="outline" role="status" icon={<IconAlertTriangle aria-hidden />}>
        Write down or print these recovery codes, and keep them away from your phone. They are shown only once.
      </Alert>
      <ul className={styles['codes']} aria-label="Recovery codes" translate="no">
        {codes.map((code) => (
          <li key={code}>{spaced(code)}</li>
        ))}
      </ul>
      <Text size="sm">Each code signs you in once if you lose your phone.</Text>
      <div>
        <Button onClick={onKept} autoFocus>
          {label}
        </Button>
      </div>
    </Stack>
  )
}
