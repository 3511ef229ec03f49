import { Ajv2020 } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: false });

/** Whether a value is one of a JSON Schema. */
export const isOfSchema = (schema: object, value: unknown): boolean => ajv.validate(schema, value);
