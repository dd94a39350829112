import { categoryEvents } from './catalogue/category/events.ts'
import { coeEvents } from './catalogue/coe/events.ts'
import { emailClaimEvents } from './people/email-claim/events.ts'
import { fundingEvents } from './money/funding/events.ts'
import type { EventTable } from './kernel/event-table.ts'
import { menuEvents } from './people/menu/events.ts'
import { patientEvents } from './care/patient/events.ts'
import { productEvents } from './catalogue/product/events.ts'
import { readModelEvents } from './read-model/events.ts'
import { roleEvents } from './people/role/events.ts'
import { sealEvents } from './seal/events.ts'
import { serviceEvents } from './catalogue/service/events.ts'
import { settingEvents } from './people/setting/events.ts'
import { transactionEvents } from './money/transaction/events.ts'
import { userEvents } from './people/user/events.ts'
import { walletEvents } from './money/wallet/events.ts'

/** Every event there is. The codec refuses whatever is not here. */
export const allEvents: EventTable = {
  ...categoryEvents,
  ...coeEvents,
  ...emailClaimEvents,
  ...fundingEvents,
  ...menuEvents,
  ...patientEvents,
  ...productEvents,
  ...readModelEvents,
  ...roleEvents,
  ...sealEvents,
  ...serviceEvents,
  ...settingEvents,
  ...transactionEvents,
  ...userEvents,
  ...walletEvents,
}
