import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { Screen } from '#web/ui/screen.tsx'
import { accountQuery } from './ledger-api.ts'
import { WalletReplay } from './wallet-replay.tsx'

/** One wallet replayed: every movement in order, the balance as of any moment, and the proof. */
export default function WalletReplayScreen() {
  const { account = '' } = useParams()
  const found = useQuery(accountQuery(account, {})).data?.data
  const person = found?.person
  return (
    <Screen
      title={found?.name ?? 'Wallet replay'}
      intro={`${person ? `${person}. ` : ''}Every movement in order, the balance at any moment, and the proof.`}
      action={
        <Button
          component={Link}
          to="/ledger/wallets"
          variant="default"
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          Another wallet
        </Button>
      }
    >
      <WalletReplay key={account} account={account} />
    </Screen>
  )
}
