/** A callback of the platform with the status of a message that failed. */
export const statusCallback = (wabaId: string, phone_number_id: string, id: string) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: wabaId,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550001111', phone_number_id },
            statuses: [
              {
                id,
                status: 'failed',
                recipient_id: '15550002222',
                errors: [{ code: 131026, title: 'Message undeliverable', error_data: { details: 'No WhatsApp' } }],
              },
            ],
          },
        },
      ],
    },
  ],
});
