import { useCommand } from '#web/shell/use-command.ts'
import { changeSetting } from './settings-api.ts'

/** Changes a setting from a dialog, which closes then; `keptAs` names what was typed there (web/shell/use-command.ts). */
export const useChangeSetting = (keptAs: string, onClose: () => void) =>
  useCommand({ run: changeSetting, success: ({ message }) => message, onDone: onClose, quiet: true, keptAs })
