import { IconWallet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Money } from '#web/ui/money.tsx'
import { myWalletQuery } from './patient-queries.ts'
import styles from './bell.module.css'

/** What is left in a patient's wallet, on every page (spec, S018); nothing while it is not known. */
export function HeaderWallet() {
  const { data } = useQuery(myWalletQuery)
  if (data === undefined) return null
  return (
    <Link to="/users/wallet" className={styles['wallet'] ?? ''}>
      <IconWallet size={18} aria-hidden />
      <span>Wallet</span>
      <strong>
        <Money naira={data.data.balance} />
      </strong>
    </Link>
  )
}
