import { useState } from 'react'

/** Whether what comes may take the focus as it comes: not from a tab, on which the arrow keys go on to the next one. */
export const useTakesFocus = (): boolean => useState(() => document.activeElement?.getAttribute('role') !== 'tab')[0]
