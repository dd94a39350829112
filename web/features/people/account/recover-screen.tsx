import { RecoverBody } from '#api/people/contracts/account.ts'
import { askRecoveryCode } from './account-api.ts'
import { AccountCard } from './account-card.tsx'
import { AskCode } from './ask-code.tsx'

/** Asks to whom the recovery code is to be mailed (spec, S012). */
export default function RecoverScreen() {
  return (
    <AccountCard title="Recover password" intro="We will send a code to your email. Use it to choose a new password.">
      <AskCode rules={RecoverBody} ask={askRecoveryCode} next="/recover/password" />
    </AccountCard>
  )
}
