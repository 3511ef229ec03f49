import { useState, type ReactElement } from 'react';
import { Choice } from '../../pieces/choice.tsx';
import { Page } from '../../pieces/page.tsx';
import { useFilter } from '../../pieces/use-filter.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { MonthPanel } from './month-panel.tsx';
import { monthsUpTo } from './months.ts';

/** What the partner is billed for. */
const Usage = (): ReactElement => {
  const { usage } = useTexts();
  const { utcMonth } = useFormats();
  const [months] = useState(() => monthsUpTo(new Date()));
  const [month, setMonth] = useFilter('usage.month', 'month', months);
  const [, setPage] = usePage();
  return (
    <Page
      title={usage.title}
      description={usage.description}
      actions={
        <Choice
          label={usage.month}
          value={month}
          options={months.map((one) => [one, utcMonth(one)] as const)}
          onChange={(chosen) => {
            setMonth(chosen);
            setPage(1);
          }}
        />
      }
    >
      <MonthPanel key={month} month={month} />
    </Page>
  );
};

export default Usage;
