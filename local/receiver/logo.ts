/** A logo for the hosted page of connect sessions: a PNG of 64 by 64 pixels, which the receiver serves at this path. */
export const logoPath = '/logo.png';

export const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEUac+j///+qLU3oAAAAOUlEQVR42mNgoCf4DwajDFwMhv8fYCH1AMY4AGM0wBiw0PwHY/yBMX7AGDBjGGDGMMCMYWigaowCALcIzU6v9JiMAAAAAElFTkSuQmCC',
  'base64',
);
