import { useQuery } from '@tanstack/react-query'
import type { output } from 'zod'
import type { CoeList } from '#api/catalogue/contracts/coe.ts'
import styles from './data-grid.module.css'
import { TwoLines } from './two-lines.tsx'

/**
 * A hospital by its name, and in a column that is too narrow for that by its code, the name on hover. The code is of the list that a
 * screen's choice of hospitals has read; where there is none, the name over two lines.
 */
export function HospitalCell({ name }: { readonly name: string }) {
  const { data } = useQuery<output<typeof CoeList>>({ queryKey: ['/api/coes'], enabled: false })
  const code = data?.data.find(({ coe_name: one }) => one === name)?.coe_code
  if (code === undefined) return <TwoLines value={name} />
  return (
    <span className={styles['hospital']} title={name}>
      <TwoLines value={name} />
      <abbr title={name}>{code}</abbr>
    </span>
  )
}
