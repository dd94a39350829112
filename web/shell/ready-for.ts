import { useUser } from './session-queries.ts'

/** The filter by what is ready for somebody: a person by id, so that a link shows everybody the same rows. */
export const READY_FOR = 'ready_for'

/** As a select of a filter bar: the reader, or the person whom the address names. */
export function useReadyForSelect(chosen: string | undefined) {
  const { id } = useUser()
  const others = chosen === undefined || chosen === '' || chosen === id ? [] : [chosen]
  const options = [{ value: id, label: 'You' }, ...others.map((value) => ({ value, label: 'Another person' }))]
  return { name: READY_FOR, label: 'Ready for', options }
}
