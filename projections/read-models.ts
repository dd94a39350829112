import { account, accountKind, type AccountKindRow, type AccountRow } from './money/account/account.ts'
import { billingDay, type BillingDayRow } from './money/billing-day/billing-day.ts'
import { coe, type CoeRow } from './catalogue/coe/coe.ts'
import { funding, type FundingRow } from './money/funding/funding.ts'
import { logClock, type LogClockRow } from './log-clock/log-clock.ts'
import { menuItem, type MenuItemRow } from './people/menu-item/menu-item.ts'
import { patientPlace, type PatientPlaceRow } from './care/patient/patient-place.ts'
import { patient, type PatientRow } from './care/patient/patient.ts'
import { payment, type PaymentRow } from './money/payment/payment.ts'
import { posting, type PostingRow } from './money/posting/posting.ts'
import { product, type ProductRow } from './catalogue/product/product.ts'
import { role, type RoleRow } from './people/role/role.ts'
import { serviceCategory, type ServiceCategoryRow } from './catalogue/service-category/service-category.ts'
import { service, servicePrice, type ServicePriceRow, type ServiceRow } from './catalogue/service/service.ts'
import { setting, type SettingRow } from './people/setting/setting.ts'
import { stageTotal, type StageTotalRow } from './money/stage-total/stage-total.ts'
import { transactionDocument, type TransactionDocumentRow } from './money/transaction/transaction-document.ts'
import { transactionLine, type TransactionLineRow } from './money/transaction/transaction-line.ts'
import { transaction, type TransactionRow } from './money/transaction/transaction.ts'
import { hospitalStaff, type HospitalStaffRow } from './people/user-account/hospital-staff.ts'
import { staffName, type StaffNameRow } from './people/user-account/staff-name.ts'
import { userAccount, type UserAccountRow } from './people/user-account/user-account.ts'

/** Every read model there is. */
export const readModels = [
  account,
  accountKind,
  billingDay,
  coe,
  funding,
  hospitalStaff,
  logClock,
  menuItem,
  patient,
  patientPlace,
  payment,
  posting,
  product,
  role,
  service,
  serviceCategory,
  servicePrice,
  setting,
  staffName,
  stageTotal,
  transaction,
  transactionDocument,
  transactionLine,
  userAccount,
]

/** The name of a read model is that of its table. */
export type ReadModelName = keyof Database

/** In the order of the list above. */
export const READ_MODEL_NAMES: readonly ReadModelName[] = readModels.map(({ name }) => name as ReadModelName) // a test holds it

/** The read models' tables, for Kysely. */
export type Database = {
  account: AccountRow
  account_kind: AccountKindRow
  billing_day: BillingDayRow
  coe: CoeRow
  funding: FundingRow
  hospital_staff: HospitalStaffRow
  log_clock: LogClockRow
  menu_item: MenuItemRow
  patient: PatientRow
  patient_place: PatientPlaceRow
  payment: PaymentRow
  posting: PostingRow
  product: ProductRow
  role: RoleRow
  service: ServiceRow
  service_category: ServiceCategoryRow
  service_price: ServicePriceRow
  setting: SettingRow
  staff_name: StaffNameRow
  stage_total: StageTotalRow
  transaction: TransactionRow
  transaction_document: TransactionDocumentRow
  transaction_line: TransactionLineRow
  user_account: UserAccountRow
}
