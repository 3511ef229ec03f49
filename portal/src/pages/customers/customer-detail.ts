import type { GetPartnerCustomerResponse } from '../../../../packages/client/src/schemas.ts';

export type CustomerDetail = GetPartnerCustomerResponse['customer'];
