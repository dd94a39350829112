import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { Screen } from '../../ui/screen.tsx'
import { accountQuery } from './ledger-api.ts'
import { WalletReplay } from './wallet-replay.tsx'
import { WalletSearch } from './wallet-search.tsx'

/** Wallet replay, the auditor's screen: choose a wallet, then follow every movement of it. */
export default function WalletReplayScreen() {
  const { account } = useParams()
  return account === undefined ? (
    <Screen
      title="Wallet replay"
      intro="Choose a wallet to follow every naira on it: the pool, an allocation, a patient."
    >
      <WalletSearch />
    </Screen>
  ) : (
    <OneWallet key={account} account={account} />
  )
}

function OneWallet({ account }: { account: string }) {
  const found = useQuery(accountQuery(account, {})).data?.data
  const person = found?.person
  return (
    <Screen
      title={found?.name ?? 'Wallet replay'}
      intro={`${person ? `${person}. ` : ''}Every movement in the order of the log, the balance as of any moment, and the proof.`}
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
      <WalletReplay account={account} />
    </Screen>
  )
}
