/** Programs of partners over generated clients. Each creates a customer with POST, finds it with GET, and prints its name. */

export const typescript = `
import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';

const { BASE_URL: baseUrl = '', APIKEY: apikey = '', PARTNER_KEY: key = '' } = process.env;
const client = createClient<paths>({
  baseUrl,
  headers: { apikey, authorization: \`Bearer \${key}\` },
  fetch: (request) => fetch(new Request(request.url.replace(/#[a-z-]*/, ''), request)),
});
const body = { route: 'upsert-partner-customer', external_customer_id: 'ts', customer_name: 'Café ts' } as const;
await client.POST('/functions/v1/swift-worker#upsert-partner-customer', { body });
const query = { route: 'list-partner-customers', search: 'Café ts' } as const;
const { data } = await client.GET('/functions/v1/swift-worker#list-partner-customers', { params: { query } });
console.log(data?.items.map((customer) => customer.customer_name).join());
// @ts-expect-error a field is missing
await client.POST('/functions/v1/swift-worker#archive', { body: {} }).catch(() => {});
`;

export const python = `
import os
from swift_worker_client import AuthenticatedClient
from swift_worker_client.api.customers import list_partner_customers, upsert_partner_customer
from swift_worker_client.models import ListPartnerCustomersResponse, UpsertPartnerCustomerRequest

client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token=os.environ["PARTNER_KEY"], headers={"apikey": os.environ["APIKEY"]}
)
body = UpsertPartnerCustomerRequest(
    route="upsert-partner-customer", external_customer_id="py", customer_name="Café py"
)
upsert_partner_customer.sync(client=client, body=body)
page = list_partner_customers.sync(client=client, route="list-partner-customers", search="Café py")
assert isinstance(page, ListPartnerCustomersResponse)
print(",".join(customer.customer_name for customer in page.items))
`;

export const goOfOapiCodegen = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/partner/client"
)

func keys(_ context.Context, request *http.Request) error {
	request.Header.Set("apikey", os.Getenv("APIKEY"))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("PARTNER_KEY"))
	return nil
}

func main() {
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(keys))
	if err != nil {
		panic(err)
	}
	asked := client.UpsertPartnerCustomerRequest{
		Route: client.UpsertPartnerCustomer, ExternalCustomerId: "oapi", CustomerName: "Café oapi",
	}
	made, err := api.UpsertPartnerCustomerWithResponse(context.Background(), nil, asked)
	if err != nil || made.JSON201 == nil {
		panic(fmt.Sprint(err, made))
	}
	search := "Café oapi"
	page, err := api.ListPartnerCustomersWithResponse(context.Background(), &client.ListPartnerCustomersParams{
		Route: client.ListPartnerCustomersParamsRouteListPartnerCustomers, Search: &search,
	})
	if err != nil || page.JSON200 == nil {
		panic(fmt.Sprint(err, page))
	}
	for _, customer := range page.JSON200.Items {
		fmt.Println(customer.CustomerName)
	}
}
`;

export const goOfOpenApiGenerator = `package main

import (
	"context"
	"fmt"
	"os"

	"example.com/partner/client"
)

func main() {
	config := client.NewConfiguration()
	config.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	config.DefaultHeader["apikey"] = os.Getenv("APIKEY")
	config.DefaultHeader["Authorization"] = "Bearer " + os.Getenv("PARTNER_KEY")
	api := client.NewAPIClient(config).CustomersAPI
	asked := client.NewUpsertPartnerCustomerRequest("upsert-partner-customer", "go", "Café go")
	if _, _, err := api.UpsertPartnerCustomer(context.Background()).UpsertPartnerCustomerRequest(*asked).Execute(); err != nil {
		panic(err)
	}
	page, _, err := api.ListPartnerCustomers(context.Background()).Route("list-partner-customers").Search("Café go").Execute()
	if err != nil {
		panic(err)
	}
	for _, customer := range page.Items {
		fmt.Println(customer.CustomerName)
	}
}
`;

export const java = `package partner;

import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.model.*;

public class Program {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setServerIndex(null);
    client.setBasePath(System.getenv("BASE_URL"));
    client.addDefaultHeader("apikey", System.getenv("APIKEY"));
    client.setBearerToken(System.getenv("PARTNER_KEY"));
    CustomersApi api = new CustomersApi(client);
    UpsertPartnerCustomerRequest asked = new UpsertPartnerCustomerRequest()
        .route(UpsertPartnerCustomerRequest.RouteEnum.UPSERT_PARTNER_CUSTOMER)
        .externalCustomerId("java").customerName("Café java");
    api.upsertPartnerCustomer(asked, null);
    ListPartnerCustomersResponse page =
        api.listPartnerCustomers("list-partner-customers", null, null, "Café java", null, null, null, null);
    for (Customer customer : page.getItems()) {
      new java.io.PrintStream(System.out, true, "UTF-8").println(customer.getCustomerName());
    }
  }
}
`;

/** What the client for C# takes of the packages JsonSubTypes and Polly, which NuGet alone has. */
export const csharpStandIns = `namespace JsonSubTypes {
  public class JsonSubtypes { 
    [System.AttributeUsage(System.AttributeTargets.Class, AllowMultiple = true)]
    public class KnownSubTypeAttribute : System.Attribute { public KnownSubTypeAttribute(System.Type t, object v) {} } }
}
namespace Polly {
  public enum OutcomeType { Successful, Failure }
  public class PolicyResult<T> { public OutcomeType Outcome; public T Result; public System.Exception FinalException; }
  public interface ISyncPolicy<T> { PolicyResult<T> ExecuteAndCapture(System.Func<T> f); }
  public interface IAsyncPolicy<T> { System.Threading.Tasks.Task<PolicyResult<T>> ExecuteAndCaptureAsync(System.Func<System.Threading.Tasks.Task<T>> f); }
}
`;
