import { ResendBody } from '#api/people/contracts/account.ts'
import { askVerificationCode } from './account-api.ts'
import { AccountCard } from './account-card.tsx'
import { AskCode } from './ask-code.tsx'

const isAddress = (email: string): boolean => ResendBody.safeParse({ email }).success

/** Asks to whom the code that verifies an e-mail is to be mailed (spec, S011). */
export default function ResendScreen() {
  return (
    <AccountCard
      title="Verify your e-mail"
      intro="We will send a code to your email. Use it to verify your address, then sign in."
    >
      <AskCode rules={ResendBody} ask={askVerificationCode} next="/auth/verify-email" isReady={isAddress} />
    </AccountCard>
  )
}
