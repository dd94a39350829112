import { useEffect, useRef, useState } from 'react'
import { newKey } from '#web/shell/submitting.ts'
import { type BillDraft, type BillKind, emptyDraft, isEmpty, readDraft } from './bill-draft.ts'

const PREFIX = 'chf.bill.'

/** The forms that show a draft by its place: one that is completed is empty in all of them. */
const showing = new Set<(cleared: string) => void>()

function keep(place: string, draft: BillDraft) {
  if (isEmpty(draft)) sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, JSON.stringify(draft))
}

/**
 * The unfinished bill of one patient and kind, kept in this tab until it is complete, cancelled, or its person signs out
 * (web/shell/drafts.ts).
 * Every change takes a new idempotency key: another bill is another request.
 */
export function useBillDraft(kind: BillKind, patientId: string) {
  const place = `${PREFIX}${kind}.${patientId}`
  const [draft, setDraft] = useState(() => readDraft(sessionStorage.getItem(place)))
  // An upload ends long after it began: it must find the bill as it is then.
  const latest = useRef(draft)
  const write = (next: BillDraft) => {
    latest.current = next
    setDraft(next)
    keep(place, next)
  }
  useEffect(() => {
    const hear = (cleared: string) => {
      if (cleared !== place) return
      latest.current = emptyDraft()
      setDraft(latest.current)
    }
    showing.add(hear)
    return () => void showing.delete(hear)
  }, [place])
  return {
    draft,
    change: (patch: (now: BillDraft) => Partial<Omit<BillDraft, 'key'>>) =>
      write({ ...latest.current, ...patch(latest.current), key: newKey() }),
    /** After a refusal: the next try is a new one. */
    renewKey: () => write({ ...latest.current, key: newKey() }),
    clear: () => {
      keep(place, emptyDraft())
      for (const hear of showing) hear(place)
    },
  }
}
