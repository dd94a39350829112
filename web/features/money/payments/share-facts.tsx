import type { PaymentDetail } from '#api/money/contracts/payment.ts'
import { Money } from '#web/ui/money.tsx'
import { Facts } from '#web/ui/screen.tsx'

/** What each party gets. */
export function ShareFacts({ shares }: Pick<PaymentDetail, 'shares'>) {
  return (
    <Facts
      items={[
        { name: 'Hospital share', value: <Money naira={shares.coe} /> },
        { name: 'Bank share', value: <Money naira={shares.bank} /> },
        { name: 'Manufacturer/distributor share', value: <Money naira={shares.manufacturer} /> },
        { name: 'EMGE share', value: <Money naira={shares.emge} /> },
      ]}
    />
  )
}
