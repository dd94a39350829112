import { useQuery } from '@tanstack/react-query'
import { coesQuery } from '#web/shell/hospitals.ts'
import styles from './data-grid.module.css'
import { TwoLines } from './two-lines.tsx'

/** A hospital by its name, and in a column that is too narrow for that by its code, the name on hover. */
export function HospitalCell({ name }: { readonly name: string }) {
  const code = useQuery(coesQuery).data?.data.find(({ coe_name: one }) => one === name)?.coe_code
  if (code === undefined) return <TwoLines value={name} />
  return (
    <span className={styles['hospital']} title={name}>
      <TwoLines value={name} />
      <abbr title={name}>{code}</abbr>
    </span>
  )
}
