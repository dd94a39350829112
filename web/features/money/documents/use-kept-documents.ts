import { useEffect, useState } from 'react'
import { dropDraft, keepDraft, leaveDraft, readDraft } from '#web/shell/drafts.ts'
import type { ChosenDocument } from './chosen-document.ts'

/** Documents chosen beside a text at this address: the server has their files, so that their ids are kept until it is sent or left. `about` names what they are about. */
export function useKeptDocuments(about: string) {
  const [place] = useState(() => `${window.location.pathname} documents ${about}`)
  const [restored] = useState(() => readDraft<readonly ChosenDocument[]>(place))
  const [documents, setDocuments] = useState<readonly ChosenDocument[]>(restored?.value ?? [])
  useEffect(() => {
    if (documents.length === 0) dropDraft(place)
    else keepDraft(place, documents)
  }, [place, documents])
  useEffect(() => () => leaveDraft(place), [place])
  return { documents, setDocuments, restored }
}
