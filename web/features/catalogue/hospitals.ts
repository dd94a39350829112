import type { output } from 'zod'
import type { CoeList } from '#api/catalogue/contracts/coe.ts'

export { coesQuery } from '#web/shell/hospitals.ts'

/** The hospitals as the choices of a select; none until they are read. */
export const hospitalChoices = (list: output<typeof CoeList> | undefined) =>
  (list?.data ?? []).map(({ id, coe_name: name }) => ({ value: id, label: name }))
