import { useQuery } from '@tanstack/react-query'
import type { CoeNotices } from '#api/catalogue/contracts/coe-notice.ts'
import { BellOf } from './bell.tsx'
import { bankOf, coeNoticesQuery } from './coe-notices.ts'

type Notice = CoeNotices['data'][number]

const SAYS = {
  none: 'No bank details wait for you',
  some: 'Bank details of hospitals',
  addressOf: ({ id }: Notice) => bankOf(id),
  all: { to: '/coes', label: 'All hospitals' },
}
const wordsOf = ({ coe_name: name, by, kind }: Notice) =>
  kind === 'waiting' ? `${name}: ${by} gave new ones, which wait for you` : `${name}: ${by} ${kind} yours`

/** The bell of those who administer hospitals: bank details that one person gave and another confirms. */
export default function BankBell() {
  const { data } = useQuery(coeNoticesQuery)
  return <BellOf notices={data?.data ?? []} says={SAYS} words={wordsOf} queryKey={coeNoticesQuery.queryKey} />
}
