import { I18nProvider } from '@cloudscape-design/components/i18n';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { Router, useLocation } from 'wouter';
import { ClientContext } from '../api/client-context.ts';
import { MemberContext } from '../api/member.ts';
import type { PortalClient } from '../api/portal-client.ts';
import { useRead } from '../api/use-read.ts';
import { Skeleton } from '../pieces/skeleton.tsx';
import type { Session } from '../session/session.ts';
import { loadTexts, type LoadedTexts } from '../texts/load-texts.ts';
import { TextsContext, useSpoken } from '../texts/texts.ts';
import type { Language } from '../texts/languages.ts';
import { chooseLanguage } from './appearance.ts';
import { Frame } from './frame.tsx';
import { MemberFailure } from './member-failure.tsx';
import { PageGuard } from './page-guard.tsx';
import { Pages } from './pages.tsx';
import { SessionGate } from './session-gate.tsx';

interface SignedInProps {
  readonly client: PortalClient;
  readonly speak: (language: Language) => void;
  readonly signOut: () => void;
  readonly forget: () => void;
  /** Ends when the page of the address is loaded. */
  readonly page: Promise<void>;
}

/** Whether the work has ended. */
const useSettled = (work: Promise<void>): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    void work.then(() => {
      setSettled(true);
    });
  }, [work]);
  return settled;
};

/** The pages, once it is known who looks. */
const SignedIn = ({ client, speak, signOut, forget, page }: SignedInProps): ReactElement => {
  const { texts } = useSpoken();
  const [location, navigate] = useLocation();
  const member = useRead('get-partner-member', {});
  const isLoaded = useSettled(page);
  if (member.data === undefined || !isLoaded) {
    return member.error === null ? (
      <div className="shell-first">
        <Skeleton lines={6} />
      </div>
    ) : (
      <MemberFailure
        error={member.error}
        retry={() => {
          void member.refetch();
        }}
        signOut={signOut}
      />
    );
  }
  const choosePartner = (partnerId: string): void => {
    client.choosePartner(partnerId);
    forget();
    // A record is one partner's, so that its page gives way to the list.
    navigate(`/${location.split('/')[1] ?? ''}`);
  };
  return (
    <MemberContext value={member.data}>
      <Frame speak={speak} choosePartner={choosePartner} signOut={signOut}>
        <PageGuard at={location} texts={texts}>
          <Pages key={member.data.partner.partner_id} />
        </PageGuard>
      </Frame>
    </MemberContext>
  );
};

interface RootProps {
  readonly client: PortalClient;
  readonly session: Session;
  readonly base: string;
  readonly first: LoadedTexts & { readonly language: Language };
  readonly page: Promise<void>;
}

const newQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // The client repeats calls itself.
      queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });

export const Root = ({ client, session, base, first, page }: RootProps): ReactElement => {
  const queries = useMemo(newQueries, []);
  const [{ language, texts, messages }, setLoaded] = useState(first);
  const speak = (chosen: Language): void => {
    chooseLanguage(chosen);
    void loadTexts(chosen).then((loaded) => {
      setLoaded({ language: chosen, ...loaded });
    });
  };
  const signOut = (): void => {
    void session.signOut().then((url) => {
      location.assign(url);
    });
  };
  const spoken = useMemo(() => ({ language, texts }), [language, texts]);
  return (
    <TextsContext value={spoken}>
      <I18nProvider locale={language} messages={[messages]}>
        <QueryClientProvider client={queries}>
          <ClientContext value={client}>
            <Router base={base.replace(/\/$/, '')}>
              <SessionGate session={session} base={base} signOut={signOut}>
                <SignedIn
                  client={client}
                  speak={speak}
                  signOut={signOut}
                  page={page}
                  forget={() => {
                    void queries.resetQueries();
                  }}
                />
              </SessionGate>
            </Router>
          </ClientContext>
        </QueryClientProvider>
      </I18nProvider>
    </TextsContext>
  );
};
