import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { deleteService } from './services-api.ts'

/** Asks before a service is deleted; why not, stands in the dialog (spec, M195). */
export function DeleteServiceDialog({ service, onClose }: { service: ServiceRow; onClose: () => void }) {
  const command = useCommand({
    run: deleteService,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'service-delete',
  })
  return (
    <ConfirmCommand
      title="Delete service"
      verb="Delete service"
      isDangerous
      onConfirm={() => command.submit({ id: service.id })}
      command={command}
      onClose={onClose}
    >
      Delete the service {service.service_name} ({service.service_code})? It can no longer be billed. Existing bills
      stay.
    </ConfirmCommand>
  )
}
