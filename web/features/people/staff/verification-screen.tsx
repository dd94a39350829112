import { Screen } from '#web/ui/screen.tsx'
import { UserLookup } from './user-lookup.tsx'

/** Support finds a user by their e-mail, sees what became of the last code, and verifies the e-mail for them (spec, S067). */
export default function VerificationScreen() {
  return (
    <Screen title="E-mail verification" intro="For people who cannot verify their email with the code we sent.">
      <UserLookup />
    </Screen>
  )
}
