import { Screen } from '#web/ui/screen.tsx'
import { WalletSearch } from './wallet-search.tsx'

/** Wallet replay, the auditor's screen: choose a wallet, then follow every movement of it. */
export default function WalletSearchScreen() {
  return (
    <Screen
      title="Wallet replay"
      intro="Choose a wallet to follow every naira on it: the pool, an allocation, a patient."
    >
      <WalletSearch />
    </Screen>
  )
}
