import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { AccountCard, Succeeded } from '#web/features/people/account/account-card.tsx'

/** Somebody has enrolled, and verifies their e-mail next (spec, S009). */
export default function CompletedScreen() {
  const { state } = useLocation() as { readonly state: { readonly email?: string } | null }
  const email = state?.email
  const next = email === undefined ? '/auth/email-verification' : `/auth/verify-email/${encodeURIComponent(email)}`
  return (
    <AccountCard title="Registration completed" intro="One step is left before you can sign in.">
      <Stack>
        <Succeeded>
          {email === undefined ? (
            'Your registration has been received.'
          ) : (
            <>
              Your registration has been received. We have sent an email to <strong>{email}</strong>.
            </>
          )}
        </Succeeded>
        <Text>
          Check your email for a 6-character code. It works for 30 minutes. If you already have an account, the email
          says so.
        </Text>
        <Button component={Link} to={next} size="md" fullWidth>
          Verify your e-mail
        </Button>
      </Stack>
    </AccountCard>
  )
}
